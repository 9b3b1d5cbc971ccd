import { Danger } from "../../../admin/danger.tsx";
import { useRights } from "../../../admin/own-role.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Person, WorkshopOfPerson } from "./person.ts";
import { withWorkshops } from "./person-words.ts";

interface RemovePersonProps {
  person: Pick<Person, "name" | "updated_at">;
  workshops: WorkshopOfPerson[];
  here: string;
  forwardedTo: string | null;
  confirming: boolean;
}

export function RemovePerson({ person, workshops, here, forwardedTo, confirming }: RemovePersonProps) {
  const { maySend } = useRights();
  if (!maySend("/admin/events/:id/people/:person", "remove")) return null;
  const elsewhere = forwardedTo ? ` ${forwardedTo} has received name and address: delete them there, too.` : "";
  const text = `Name, address, note and delivery will be deleted for good, with their reservation, if there is one${withWorkshops(workshops)}: tickets and links stop working. No email tells them.${elsewhere}`;
  if (!confirming) {
    return (
      <Danger id="remove" title="Remove this person" text={text}>
        <a href={`${here}?confirm=remove#remove`}>Remove this person …</a>
      </Danger>
    );
  }
  return (
    <Danger
      id="remove"
      isQuestion
      title={
        <>
          Remove <bdi>{person.name}</bdi> from this event?
        </>
      }
      text={text}
    >
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="version" value={person.updated_at} />
        <Button className="danger">Remove for good</Button>
        <a href={here}>Keep them</a>
      </form>
    </Danger>
  );
}
