import { Notice } from "../../ui/form-messages.tsx";
import type { Door } from "./door.server.ts";
import { closedText } from "./door-words.ts";

/** For whoever has no pass, or one that leads nowhere any more. @param isAdmin whether they find the door in the admin area */
export function NoPass({ isAdmin = false }: { isAdmin?: boolean }) {
  if (isAdmin) {
    return (
      <>
        <h1>Check-in needs a pass</h1>
        <p>
          You are signed in as an admin. Choose the <a href="/admin/events">event</a>, follow “Check-in”, and open it on
          this device.
        </p>
      </>
    );
  }
  return (
    <>
      <h1>This pass does not work</h1>
      <p>
        It was taken back, the event is over, or the link is not complete. Ask the person who gave you the link for a
        new one.
      </p>
    </>
  );
}

export function ClosedDoor({ door }: { door: Door }) {
  return (
    <>
      <h1>{door.title}</h1>
      <Notice past title="The door is not open.">
        {closedText(door)}
      </Notice>
    </>
  );
}
