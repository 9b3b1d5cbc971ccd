import { Notice } from "../../../ui/form-messages.tsx";
import type { Door } from "./door.server.ts";
import { closedText } from "./door-words.ts";

interface NoPassProps {
  isAdmin?: boolean;
  hasPass?: boolean;
}

export function NoPass({ isAdmin = false, hasPass = true }: NoPassProps) {
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
  if (!hasPass) {
    return (
      <>
        <h1>You are not signed in to check-in</h1>
        <p>Open the link of your pass. If you have none, ask the organizers for it.</p>
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
      <div data-early={door.state === "early" ? "" : undefined}>
        <Notice past title="Check-in is not open.">
          {closedText(door)}
        </Notice>
      </div>
    </>
  );
}
