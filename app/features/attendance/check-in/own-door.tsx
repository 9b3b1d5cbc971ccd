import { Button } from "../../../ui/button.tsx";

interface OwnDoorProps {
  event: string;
  /** code of the ticket to return to; without one, the list of names opens */
  code?: string;
}

export function OwnDoor({ event, code }: OwnDoorProps) {
  return (
    <form method="post" action={`/admin/events/${event}/door`}>
      <input type="hidden" name="intent" value="own" />
      {code ? <input type="hidden" name="code" value={code} /> : null}
      <Button data-busy="Opening …">Open check-in on this device</Button>
    </form>
  );
}
