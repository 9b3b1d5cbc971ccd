import { Danger } from "../../../admin/danger.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Person } from "./person.ts";

interface SuspicionProps {
  person: Pick<Person, "name">;
  /** path of the person's page */
  here: string;
  /** the host that is sent name and address of people who are no spam */
  endpoint: string | null;
  /** whether this is the confirmation step */
  confirming: boolean;
}

/** Says why a person is kept apart, and puts them on the list after a confirmation. */
export function Suspicion({ person, here, endpoint, confirming }: SuspicionProps) {
  if (!confirming) {
    return (
      <section className="panel" aria-labelledby="spam">
        <h2 id="spam">Suspected spam</h2>
        <p>
          The hidden field that people leave empty was filled in, so this entry is kept apart and nobody is notified of
          it.
        </p>
        <a href={`${here}?confirm=clear#spam`}>This is not spam …</a>
      </section>
    );
  }
  return (
    <Danger
      id="spam"
      isQuestion
      title={
        <>
          Put <bdi>{person.name}</bdi> on the waitlist?
        </>
      }
      text={`${endpoint ? `Name and email address are also sent to ${endpoint}, right away. ` : ""}This cannot be undone: after that, the entry can only be removed.`}
    >
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="clear" />
        <Button>Put on the waitlist</Button>
        <a href={here}>Keep as suspected spam</a>
      </form>
    </Danger>
  );
}
