import { pluralize } from "../../../platform/text/pluralize.ts";
import { Button } from "../../../ui/button.tsx";
import { yesNo } from "../../questions/questions.ts";
import type { DoorTicket } from "./door.server.ts";
import { sinceText, ticketTexts } from "./door-words.ts";

export function TicketPanel({ ticket, now }: { ticket: DoorTicket; now: Date }) {
  const since = sinceText(ticket, now);
  const hasSpot = ticket.state === "placed" || ticket.state === "held";
  return (
    <section className="sheet grid gap-4" aria-labelledby="guest">
      <h1 id="guest" className="wrap-anywhere">
        <bdi>{ticket.name}</bdi>
      </h1>
      <p>{pluralize(ticket.party, "person", "people")}</p>
      {ticket.answers.map(({ question, value }) => (
        <p key={question}>
          {question} <strong>{yesNo.find((each) => each.value === value)?.label}</strong>
        </p>
      ))}
      {since ? (
        <p>
          <strong>{since}</strong>
        </p>
      ) : ticket.state === "placed" ? null : (
        <p>{ticketTexts[ticket.state]}</p>
      )}
      {since ? (
        <>
          {ticket.arrived !== null && ticket.arrived < ticket.party ? (
            <MoreForm arrived={ticket.arrived} party={ticket.party} />
          ) : null}
          <UndoForm seen={ticket.checked_in_at} />
        </>
      ) : hasSpot ? (
        <CheckInForm party={ticket.party} />
      ) : (
        <p>If there is room, count them as a walk-in.</p>
      )}
    </section>
  );
}

function UndoForm({ seen }: { seen: string | null }) {
  return (
    <form method="post">
      <input type="hidden" name="seen" value={seen ?? ""} />
      <Button name="intent" value="undo" looks={["ghost"]}>
        Undo
      </Button>
    </form>
  );
}

/** For those of a party who come after the others. */
function MoreForm({ arrived, party }: { arrived: number; party: number }) {
  const left = party - arrived;
  return (
    <form method="post" className="form">
      <input type="hidden" name="arrived" value={arrived} />
      <PeopleField most={left} label="How many more came?" />
      <Button name="intent" value="more" data-busy="Checking in …">
        {left === 1 ? "One more came" : "More came"}
      </Button>
    </form>
  );
}

function PeopleField({ most, label }: { most: number; label: string }) {
  const counts = Array.from({ length: most }, (_, index) => most - index);
  return most === 1 ? (
    <input type="hidden" name="people" value="1" />
  ) : (
    <div className="field">
      <label htmlFor="people">{label}</label>
      <select id="people" name="people" defaultValue={most}>
        {counts.map((count) => (
          <option key={count} value={count}>
            {count === most ? `All ${most}` : count}
          </option>
        ))}
      </select>
    </div>
  );
}

function CheckInForm({ party }: { party: number }) {
  return (
    <form method="post" className="form">
      <PeopleField most={party} label="How many came?" />
      <Button name="intent" value="check-in" data-busy="Checking in …">
        Check in
      </Button>
    </form>
  );
}
