import { State } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import type { Subscriber } from "./subscribers.server.ts";

interface SubscriberTableProps {
  subscribers: Subscriber[];
  total: number;
  hasStates: boolean;
  /** The URL that asks whether to remove a subscriber, or shows the form to correct one. */
  change: (id: string, change: "confirm" | "correct") => string;
}

export function SubscriberTable({ subscribers, total, hasStates, change }: SubscriberTableProps) {
  return (
    <table className="rows">
      <caption className="hint">{pluralize(total, "address", "addresses")}</caption>
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col">Subscribed</th>
          {hasStates ? <th scope="col">State</th> : null}
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {subscribers.map((each) => (
          <tr key={each.id}>
            <th scope="row" className="wrap-anywhere">
              {each.email}
            </th>
            <td data-label="Subscribed">
              <When at={each.created_at} isShort />
              {each.imported_from ? <p className="hint">Imported from {each.imported_from}</p> : null}
            </td>
            {hasStates ? (
              <td data-label="State">
                <SubscriberState subscriber={each} />
              </td>
            ) : null}
            <td>
              <div className="actions">
                {each.suspected_spam ? (
                  <form method="post">
                    <input type="hidden" name="intent" value="clear" />
                    <input type="hidden" name="id" value={each.id} />
                    <input type="hidden" name="version" value={each.updated_at} />
                    <button className="text-button" type="submit">
                      Not spam<span className="visually-hidden">: {each.email}</span>
                    </button>
                  </form>
                ) : null}
                <a href={change(each.id, "correct")}>
                  Correct<span className="visually-hidden"> {each.email}</span>&nbsp;…
                </a>
                <a href={change(each.id, "confirm")}>
                  Remove<span className="visually-hidden"> {each.email}</span>&nbsp;…
                </a>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SubscriberState({ subscriber: { confirmed_at: confirmed, left_at: left } }: { subscriber: Subscriber }) {
  const [shape, word, at] = left
    ? (["dashed", "Unsubscribed", left] as const)
    : confirmed
      ? (["full", "Confirmed", confirmed] as const)
      : (["ring", "Not confirmed", null] as const);
  return (
    <State shape={shape}>
      {word} {at ? <When at={at} isShort /> : null}
    </State>
  );
}
