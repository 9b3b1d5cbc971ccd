import { momentText } from "../../platform/text/site-time.ts";
import { Button } from "../../ui/button.tsx";
import { seriesConsent } from "./subscription.schema.ts";
import type { SeriesSubscription } from "./subscription.server.ts";

interface SubscriptionProps {
  subscription: SeriesSubscription;
}

/** Confirms the address by a button, not by following the link, because mail software follows links too. */
export function Confirm({ subscription: { email, series, confirm_by: confirmBy } }: SubscriptionProps) {
  return (
    <form method="post">
      <p>
        Is <strong className="wrap-anywhere">{email}</strong> yours, and do you want news of {series.name}?{" "}
        {seriesConsent.text}
      </p>
      {confirmBy ? (
        <p className="hint mt-2">Without your confirmation we erase it after {momentText(confirmBy)}.</p>
      ) : null}
      <p className="mt-4">
        <Button name="intent" value="confirm">
          Confirm and subscribe
        </Button>
      </p>
    </form>
  );
}

export function YourSubscription({ subscription }: SubscriptionProps) {
  const { email, requested_at: requestedAt, consent_version: version, confirmed_at: confirmedAt } = subscription;
  return (
    <dl className="facts">
      <dt>Email</dt>
      <dd className="wrap-anywhere">{email}</dd>
      <dt>Requested</dt>
      <dd>{momentText(requestedAt)}</dd>
      {version === seriesConsent.version ? (
        <>
          <dt>You asked for</dt>
          <dd>{seriesConsent.text}</dd>
        </>
      ) : null}
      <dt>Confirmed</dt>
      <dd>{confirmedAt ? momentText(confirmedAt) : "Not yet"}</dd>
    </dl>
  );
}

export function Leave() {
  return (
    <form method="post">
      <p>
        We erase your address from this subscription at once. Emails about waitlists and reservations are not affected.
      </p>
      <p className="mt-4">
        <Button name="intent" value="leave" looks={["ghost"]}>
          Unsubscribe
        </Button>
      </p>
    </form>
  );
}

export function NotMine() {
  return (
    <form method="post">
      <p>
        If you did not subscribe, someone else typed your address. We erase it at once, and keep a digest of it so that
        no one can have us write to it about our events again. This cannot be undone.
      </p>
      <p className="mt-4">
        <Button name="intent" value="not-mine" looks={["ghost"]}>
          Remove my address
        </Button>
      </p>
    </form>
  );
}
