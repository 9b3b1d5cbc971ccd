import { When } from "../../../admin/when.tsx";
import { canRetry, type Delivery, deliveryText } from "../../outbox/delivery.ts";

interface EntryFactsProps {
  entry: {
    email: string;
    consent_version: string;
    created_at: string;
    notified_at: string | null;
    is_unnotified: boolean;
    outbox: Delivery | null;
  };
  /** the host that also received the name and address */
  forwardedTo: string | null;
}

export function EntryFacts({ entry, forwardedTo }: EntryFactsProps) {
  return (
    <dl className="facts">
      <dt>Email</dt>
      <dd className="wrap-anywhere">
        <a href={`mailto:${encodeURIComponent(entry.email).replace("%40", "@")}`}>{entry.email}</a>
      </dd>
      <dt>Joined</dt>
      <dd>
        <When at={entry.created_at} />
      </dd>
      <dt>Agreed to</dt>
      <dd>{entry.consent_version === "by-hand" ? "Added by an admin" : `Consent sentence ${entry.consent_version}`}</dd>
      <dt>Notified</dt>
      <dd>{entry.is_unnotified ? "Not yet" : entry.notified_at ? <When at={entry.notified_at} /> : "–"}</dd>
      <dt>Delivery</dt>
      <dd className="wrap-anywhere">
        {deliveryText(entry.outbox)}
        {canRetry(entry.outbox) ? (
          <form method="post">
            <input type="hidden" name="intent" value="retry" />
            <button className="text-button" type="submit">
              Retry
            </button>
          </form>
        ) : null}
      </dd>
      {forwardedTo ? (
        <>
          <dt>Who else has it</dt>
          <dd className="wrap-anywhere">{forwardedTo} has received name and address.</dd>
        </>
      ) : null}
    </dl>
  );
}
