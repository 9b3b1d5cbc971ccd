import { momentText } from "../../../platform/text/site-time.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { ColumnHeads } from "../../../ui/column-heads.tsx";
import type { Guest } from "./door.server.ts";

interface PaperListProps {
  title: string;
  guests: Guest[];
  madeAt: Date;
}

export function PaperList({ title, guests, madeAt }: PaperListProps) {
  return (
    <>
      <p className="no-print">
        <ButtonLink looks={["ghost", "small"]} href="/door">
          Back to check-in
        </ButtonLink>
      </p>
      <h1>{title}</h1>
      <p>Made on {momentText(madeAt.toISOString())}. Filled boxes: already in.</p>
      <table className="paper-list paper-rows">
        <ColumnHeads names={["Name", "People", "In", "Code"]} />
        <tbody>
          {guests.map(({ name, party, code, arrived }) => (
            <tr key={code}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{party}</td>
              <td>{"☒".repeat(arrived ?? 0) + "☐".repeat(party - (arrived ?? 0))}</td>
              <td>
                <code>{code}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Throw this list away after the event.</p>
    </>
  );
}
