import { Danger } from "../../../admin/danger.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Person } from "./person.ts";

interface CancelSignUpProps {
  person: Pick<Person, "name" | "state" | "checked_in_at">;
  /** path of the person's page */
  here: string;
  hasSender: boolean;
  /** whether this is the confirmation step */
  confirming: boolean;
}

/** Cancels a spot, an offer or a position on the waitlist, after a confirmation. */
export function CancelSignUp({ person, here, hasSender, confirming }: CancelSignUpProps) {
  const { name, state, checked_in_at } = person;
  if (checked_in_at || !["placed", "offered", "waiting"].includes(state ?? "")) return null;
  const loses =
    {
      waiting: "They lose their waitlist position.",
      offered: "They lose the offer.",
    }[state as string] ?? "They lose their reservation, and any spots that they took by it at workshops.";
  const notice = hasSender ? "They get an email that says so." : "This site sends no email: tell them yourself.";
  const text = `${loses} ${notice} This cannot be undone.`;
  if (!confirming) {
    return (
      <Danger id="cancel" title="Cancel this sign-up" text={text}>
        <a href={`${here}?confirm=cancel#cancel`}>Cancel this sign-up …</a>
      </Danger>
    );
  }
  return (
    <Danger
      id="cancel"
      isQuestion
      title={
        <>
          Cancel the sign-up of <bdi>{name}</bdi>?
        </>
      }
      text={text}
    >
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="cancel" />
        <Button className="danger">Cancel sign-up</Button>
        <a href={here}>Keep it</a>
      </form>
    </Danger>
  );
}
