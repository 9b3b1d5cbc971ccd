import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { durationText, retention } from "../retention/retention.ts";

/** @param count the people who have not confirmed and were never asked to */
export function AskToConfirm({ count }: { count: number }) {
  const people = pluralize(count, "person", "people");
  return (
    <section className="panel" aria-labelledby="ask">
      <h2 id="ask">Not asked to confirm yet</h2>
      <p>
        {people} did not get the email that asks to confirm, for example because they were imported, or subscribed
        before this site sent it. Until they confirm, they get no issues. Each person gets one email and is never asked
        again. Imported people who do not confirm within {durationText(retention.unconfirmedSubscriber)} of that email
        are deleted.
      </p>
      <form method="post" className="actions">
        <Button name="intent" value="ask">
          Ask {people} to confirm
        </Button>
      </form>
    </section>
  );
}
