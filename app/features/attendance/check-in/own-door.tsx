import { Button } from "../../../ui/button.tsx";

interface OwnDoorProps {
  /** id of the event */
  event: string;
  /** of the ticket to go back to; without one to the list of names */
  code?: string;
}

/** Makes a pass for the browser of an admin who is signed in, and opens check-in there. */
export function OwnDoor({ event, code }: OwnDoorProps) {
  return (
    <form method="post" action={`/admin/events/${event}/door`}>
      <input type="hidden" name="intent" value="own" />
      {code ? <input type="hidden" name="code" value={code} /> : null}
      <Button data-busy="Opening …">Open check-in on this device</Button>
    </form>
  );
}
