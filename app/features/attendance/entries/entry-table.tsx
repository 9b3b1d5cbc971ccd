import { excerptOf } from "../../../admin/excerpt.ts";
import { When } from "../../../admin/when.tsx";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { canRetry, deliveryText } from "../../outbox/delivery.ts";
import type { Entry } from "./waitlists.server.ts";

interface EntryTableProps {
  /** path of the waitlist's page */
  path: string;
  entries: Entry[];
  /** number of entries on all pages together */
  total: number;
}

/** The entries of a waitlist. */
export function EntryTable({ path, entries, total }: EntryTableProps) {
  return (
    <table className="rows">
      <caption className="hint">{pluralize(total, "entry", "entries")}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          <th scope="col">Joined</th>
          <th scope="col">Notified</th>
          <th scope="col">Note</th>
          <th scope="col">Delivery</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row">
              <a href={`${path}/${entry.id}`}>
                <bdi>{entry.name}</bdi>
              </a>
            </th>
            <td data-label="Email" className="wrap-anywhere">
              {entry.email}
            </td>
            <td data-label="Joined">
              <When at={entry.created_at} isShort />
            </td>
            <td data-label="Notified">
              {entry.is_unnotified ? "No" : entry.notified_at ? <When at={entry.notified_at} isShort /> : "–"}
            </td>
            <td data-label="Note" className="wrap-anywhere">
              {excerptOf(entry.note ?? "–")}
            </td>
            <td data-label="Delivery" className="wrap-anywhere">
              {deliveryText(entry.outbox)}{" "}
              {canRetry(entry.outbox) ? (
                <form method="post" action={`${path}/${entry.id}`}>
                  <input type="hidden" name="intent" value="retry" />
                  <button className="text-button" type="submit">
                    Retry
                    <span className="visually-hidden">
                      {" "}
                      <bdi>{entry.name}</bdi>
                    </span>
                  </button>
                </form>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
