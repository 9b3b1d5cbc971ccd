import { Danger } from "../../../admin/danger.tsx";
import { Version } from "../../../admin/returned-form.tsx";
import { Button } from "../../../ui/button.tsx";
import { publicPathOf } from "../event/event.ts";
import type { EditedEvent } from "./event-editing.server.ts";

interface EventLinkProps {
  event: EditedEvent;
  origin: string;
}

/** Who sees an event; of one by link, the link to copy. */
export function WhoSees({ event, origin }: EventLinkProps) {
  const once = event.is_published ? "" : ", once it is published";
  if (event.visibility === "public") return <>Everyone{once}</>;
  return (
    <>
      Only people with this link{once}:
      <br />
      <code className="wrap-anywhere">{origin + publicPathOf(event)}</code>
      <br />
      <a href={`/admin/events/${event.id}?confirm=link#new-link`}>Make a new link …</a>
    </>
  );
}

export function NewLink({ event }: { event: EditedEvent }) {
  return (
    <Danger
      id="new-link"
      isQuestion
      title="Make a new link?"
      text="The present link stops working at once, on flyers, in calendars and in emails that people have, and so do the links of its workshops and previews. It cannot be brought back. People who signed up keep their own pages, which lead to the event."
    >
      <form method="post" className="form">
        <input type="hidden" name="intent" value="new-link" />
        <Version at={event.updated_at} />
        <div className="actions">
          <Button className="danger">Make a new link</Button>
          <a href={`/admin/events/${event.id}`}>Keep the present one</a>
        </div>
      </form>
    </Danger>
  );
}
