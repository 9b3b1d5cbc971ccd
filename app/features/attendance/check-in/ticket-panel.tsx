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
        <UndoForm seen={ticket.checked_in_at} />
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

function CheckInForm({ party }: { party: number }) {
  const counts = Array.from({ length: party }, (_, index) => party - index);
  return (
    <form method="post" className="form">
      {party === 1 ? (
        <input type="hidden" name="people" value="1" />
      ) : (
        <div className="field">
          <label htmlFor="people">How many came?</label>
          <select id="people" name="people" defaultValue={party}>
            {counts.map((count) => (
              <option key={count} value={count}>
                {count === party ? `All ${party}` : count}
              </option>
            ))}
          </select>
        </div>
      )}
      <Button name="intent" value="check-in" data-busy="Checking in …">
        Check in
      </Button>
    </form>
  );
}
