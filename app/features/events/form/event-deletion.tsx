import { Danger } from "../../../admin/danger.tsx";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { Button } from "../../../ui/button.tsx";
import { isOver } from "../event/event.ts";
import type { EditedEvent } from "./event-editing.server.ts";

/** Says what must happen before the event can be deleted; suggests canceling only for an upcoming event. */
export function whileSomebodyWaits(event: EditedEvent, now: Date): string {
  const first = `The waitlist has ${pluralize(event.waiting, "entry", "entries")}. An owner has to remove ${event.waiting === 1 ? "it" : "them"} before the event can be deleted.`;
  const isOff = event.status === "cancelled" || isOver(event, now);
  return isOff ? first : `${first} Or cancel the event instead: a published one keeps its page, which then says so.`;
}

export function EventDeletion({ event, confirming, now }: { event: EditedEvent; confirming: boolean; now: string }) {
  if (event.waiting > 0) {
    return <Danger id="delete" title="Delete this event" text={whileSomebodyWaits(event, new Date(now))} />;
  }
  if (!confirming) {
    return (
      <Danger
        id="delete"
        title="Delete this event"
        text="For good, with its page, calendar file, program, door passes, and its call for talks with all proposals."
      >
        <a href={`/admin/events/${event.id}/details?confirm=delete#delete`}>Delete this event …</a>
      </Danger>
    );
  }
  return (
    <Danger
      id="delete"
      isQuestion
      title={`Delete “${event.title}”?`}
      text="For good: its page, calendar file, program, door passes, and its call for talks with all proposals go with it. Nobody is on its waitlist, and people who proposed talks are not notified."
    >
      <form method="post" className="form">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={event.updated_at} />
        <div className="actions">
          <Button className="danger">Delete for good</Button>
          <a href={`/admin/events/${event.id}/details`}>Keep it</a>
        </div>
      </form>
    </Danger>
  );
}
