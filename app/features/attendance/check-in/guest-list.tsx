import { pluralize } from "../../../platform/text/pluralize.ts";
import { Button } from "../../../ui/button.tsx";
import type { Guest } from "./door.server.ts";
import { checkInPath } from "./door-code.ts";
import { sinceText } from "./door-words.ts";

interface GuestListProps {
  guests: Guest[];
  here: string;
  now: Date;
}

/** The guests with a spot, each with a button; the page of their code asks how many of a party came. */
export function GuestList({ guests, here, now }: GuestListProps) {
  return (
    <ul className="guests">
      {guests.map((guest) => (
        <li key={guest.code} id={`guest-${guest.code}`}>
          <p>
            <a href={checkInPath(guest.code)}>
              <bdi>{guest.name}</bdi>
            </a>{" "}
            <span className="hint">{sinceText(guest, now) ?? pluralize(guest.party, "person", "people")}</span>
          </p>
          <form method="post" action={here} data-region="door">
            <input type="hidden" name="code" value={guest.code} />
            <CheckInButton guest={guest} />
          </form>
        </li>
      ))}
    </ul>
  );
}

function CheckInButton({ guest: { name, party, checked_in_at } }: { guest: Guest }) {
  const who = <span className="visually-hidden"> {name}</span>;
  return checked_in_at ? (
    <>
      <input type="hidden" name="seen" value={checked_in_at} />
      <Button name="intent" value="undo" looks={["ghost", "small"]}>
        Undo{who}
      </Button>
    </>
  ) : (
    <>
      <input type="hidden" name="people" value={party} />
      <Button name="intent" value="check-in" looks={["small"]}>
        {party === 1 ? "Check in" : `Check in all ${party}`}
        {who}
      </Button>
    </>
  );
}
