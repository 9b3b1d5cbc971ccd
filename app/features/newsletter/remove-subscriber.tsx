import { Danger } from "../../admin/danger.tsx";
import { Button } from "../../ui/button.tsx";
import type { Subscriber } from "./subscribers.server.ts";

export function RemoveSubscriber({ subscriber, back }: { subscriber: Subscriber; back: string }) {
  return (
    <Danger
      id="remove"
      isQuestion
      title={`Remove ${subscriber.email}?`}
      text="The address is deleted for good. Its owner can subscribe again, unless our emails to it are stopped."
    >
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={subscriber.id} />
        <input type="hidden" name="version" value={subscriber.updated_at} />
        <Button className="danger">Remove for good</Button>
        <a href={back}>Keep it</a>
      </form>
    </Danger>
  );
}
