import { Danger } from "../../../admin/danger.tsx";
import { Button } from "../../../ui/button.tsx";
import { type Verb, verbs } from "./bulk-words.ts";
import type { Person, WorkshopOfPerson } from "./person.ts";
import { withWorkshops } from "./person-words.ts";

function Ask({ verb, label = verbs[verb].label }: { verb: Verb; label?: string }) {
  return (
    <Button name="intent" value={verb} looks={["ghost", "small"]}>
      {label} …
    </Button>
  );
}

interface PersonActionsProps {
  person: Person;
  isNext: boolean;
}

export function PersonActions({ person, isNext }: PersonActionsProps) {
  const { suspected_spam, is_unnotified, to_be_notified, state, attends, checked_in_at } = person;
  const isAsking = state === "asked";
  const canCheckIn = state === "placed" && attends === "room" && !checked_in_at;
  if (suspected_spam || !(is_unnotified || isNext || canCheckIn || isAsking)) return null;
  return (
    <form method="post">
      {to_be_notified ? <p>They have not been notified by email of what you have done.</p> : null}
      <div className="actions">
        {isAsking ? <Ask verb="accept" /> : null}
        {isAsking ? <Ask verb="turn-down" /> : null}
        {isNext ? <Ask verb="give" /> : null}
        {canCheckIn ? <Ask verb="check-in" /> : null}
        {is_unnotified ? <Ask verb="told" /> : null}
      </div>
    </form>
  );
}

export function Suspicion() {
  return (
    <section className="panel" aria-labelledby="spam">
      <h2 id="spam">Suspected spam</h2>
      <p>
        The hidden field that people leave empty was filled in, so this entry is kept apart and nobody is notified of
        it.
      </p>
      <form method="post">
        <Ask verb="clear" label="This is not spam" />
      </form>
    </section>
  );
}

interface CancelSignUpProps {
  person: Person;
  workshops: WorkshopOfPerson[];
}

export function CancelSignUp({ person: { state, checked_in_at }, workshops }: CancelSignUpProps) {
  if (checked_in_at || !["placed", "offered", "waiting"].includes(state ?? "")) return null;
  const loses =
    {
      waiting: "They lose their waitlist position.",
      offered: "They lose the offer.",
    }[state as string] ?? `They lose their reservation${withWorkshops(workshops)}.`;
  return (
    <Danger id="cancel" title="Cancel this sign-up" text={loses}>
      <form method="post">
        <button className="text-button" type="submit" name="intent" value="cancel">
          Cancel this sign-up …
        </button>
      </form>
    </Danger>
  );
}
