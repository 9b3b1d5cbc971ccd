import { When } from "../../../admin/when.tsx";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { Button } from "../../../ui/button.tsx";
import { ColumnHeads } from "../../../ui/column-heads.tsx";
import type { DoorPass } from "./passes.server.ts";

/** The door passes of an event; each can be revoked. @param isClosed whether check-in is over or will not take place */
export function PassTable({ passes, isClosed }: { passes: DoorPass[]; isClosed: boolean }) {
  return (
    <table className="rows">
      <caption className="hint">{pluralize(passes.length, "door pass", "door passes")}</caption>
      <ColumnHeads names={["Name", "Made", "State", "Change"]} />
      <tbody>
        {passes.map(({ id, name, created_at, ended_at }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td data-label="Made">
              <When at={created_at} />
            </td>
            <td data-label="State">
              {ended_at ? (
                <>
                  Taken back <When at={ended_at} />
                </>
              ) : isClosed ? (
                "Does not work now"
              ) : (
                "Good for this event"
              )}
            </td>
            <td>{ended_at ? null : <EndPass id={id} name={name} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EndPass({ id, name }: Pick<DoorPass, "id" | "name">) {
  return (
    <form method="post">
      <input type="hidden" name="id" value={id} />
      <Button name="intent" value="end" looks={["ghost", "small"]}>
        Take back<span className="visually-hidden"> {name}</span>
      </Button>
    </form>
  );
}
