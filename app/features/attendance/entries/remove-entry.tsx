import { Danger } from "../../../admin/danger.tsx";
import { useRights } from "../../../admin/own-role.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Entry } from "./waitlists.server.ts";

interface RemoveEntryProps {
  entry: Pick<Entry, "name" | "updated_at">;
  /** path of the entry's page */
  here: string;
  /** the host that also received the name and address */
  forwardedTo: string | null;
  /** whether this is the confirmation step */
  confirming: boolean;
}

/** Deletes an entry for good, after a confirmation. */
export function RemoveEntry({ entry, here, forwardedTo, confirming }: RemoveEntryProps) {
  const { maySend } = useRights();
  if (!maySend("/admin/waitlists/:key/:id", "remove")) return null;
  const elsewhere = forwardedTo ? ` ${forwardedTo} has received name and address: delete them there, too.` : "";
  const text = `The entry, its note and its delivery will be deleted for good, with their reservation, if there is one, and any spots that they took by it at workshops: tickets and links stop working. No email tells them.${elsewhere}`;
  if (!confirming) {
    return (
      <Danger id="remove" title="Remove this entry" text={text}>
        <a href={`${here}?confirm=remove#remove`}>Remove this entry …</a>
      </Danger>
    );
  }
  return (
    <Danger
      id="remove"
      isQuestion
      title={
        <>
          Remove <bdi>{entry.name}</bdi> from this waitlist?
        </>
      }
      text={text}
    >
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="version" value={entry.updated_at} />
        <Button className="danger">Remove for good</Button>
        <a href={here}>Keep it</a>
      </form>
    </Danger>
  );
}
