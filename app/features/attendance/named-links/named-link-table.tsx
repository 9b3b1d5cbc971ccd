import { numberText } from "../../../platform/text/number-text.ts";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { Button } from "../../../ui/button.tsx";
import { QrCode, type QrDrawing } from "../../../ui/qr-code.tsx";
import { queryOf } from "./named-link.schema.ts";
import type { NamedLink } from "./named-links.server.ts";

interface NamedLinkTableProps {
  /** path of the event */
  path: string;
  links: (NamedLink & { address: string; drawing: QrDrawing })[];
  /** whether this site asks people to confirm addresses */
  confirms: boolean;
}

/** The named links of an event with their numbers. */
export function NamedLinkTable({ path, links, confirms }: NamedLinkTableProps) {
  return (
    <table className="rows">
      <caption className="hint">{pluralize(links.length, "link")}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">QR code</th>
          <th scope="col">Sign-ups</th>
          {confirms ? <th scope="col">Confirmed</th> : null}
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {links.map(({ id, slug, name, address, drawing, sign_ups, confirmed }) => (
          <tr key={id} id={`link-${id}`}>
            <th scope="row">
              {name}
              <p className="hint wrap-anywhere">
                <a href={address}>{address}</a>
              </p>
            </th>
            <td data-label="QR code">
              <QrCode drawing={drawing} label={`QR code of the link “${name}”`} />
            </td>
            <td data-label="Sign-ups" className="number">
              {numberText(sign_ups)}
            </td>
            {confirms ? (
              <td data-label="Confirmed" className="number">
                {numberText(confirmed)}
              </td>
            ) : null}
            <td data-label="Change" className="wraps">
              <form method="post" className="actions">
                <a href={`${path}/flyer${queryOf(slug)}`}>
                  Flyer<span className="visually-hidden"> with “{name}”</span>
                </a>
                <input type="hidden" name="id" value={id} />
                <Button name="intent" value="delete" looks={["ghost", "small"]}>
                  Delete<span className="visually-hidden"> “{name}”</span>
                </Button>
              </form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
