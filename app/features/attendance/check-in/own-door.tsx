import { Button } from "../../../ui/button.tsx";

interface OwnDoorProps {
  /** id of the event */
  event: string;
  /** code of the ticket to return to; without one, the list of names opens */
  code?: string;
}

/** A button that makes a pass for a signed-in admin's browser and opens check-in there. */
export function OwnDoor({ event, code }: OwnDoorProps) {
  return (
    <form method="post" action={`/admin/events/${event}/door`}>
      <input type="hidden" name="intent" value="own" />
      {code ? <input type="hidden" name="code" value={code} /> : null}
      <Button data-busy="Opening …">Open check-in on this device</Button>
    </form>
  );
}
