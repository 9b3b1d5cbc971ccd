import { pluralize } from "../../../platform/text/pluralize.ts";
import { Button } from "../../../ui/button.tsx";
import { attendsLabels } from "../../events/event/event.ts";
import { spotsOf } from "../reservations/reservation.ts";
import type { EventFigures } from "./people.server.ts";

interface GivingByHandProps {
  /** path of the list of people */
  path: string;
  next: EventFigures["next"];
  places: EventFigures["places"];
}

/** For a site that sends no email: the next person to whom an admin gives a free spot. */
export function GivingByHand({ path, next, places }: GivingByHandProps) {
  return (
    <section className="panel" aria-labelledby="by-hand">
      <h2 id="by-hand">Spots are given by hand</h2>
      <p>
        This site sends no email: nobody gets an offer, a ticket or a notice. Give free spots in the order of the
        waitlist, and tell people yourself.
      </p>
      {next ? (
        <form method="post" action={`${path}/${next.id}`} className="actions">
          <input type="hidden" name="intent" value="give" />
          <input type="hidden" name="from" value="list" />
          <span>
            Next on the waitlist:{" "}
            <a href={`${path}/${next.id}`}>
              <bdi>{next.name}</bdi>
            </a>
            , {pluralize(next.party, "person", "people")}
            {places.length > 1 ? `, ${attendsLabels[next.waits_for].toLowerCase()}` : null}
          </span>
          <Button looks={["small"]}>
            Give {spotsOf(next.party, "the")}
            <span className="visually-hidden">
              {" "}
              to <bdi>{next.name}</bdi>
            </span>
          </Button>
        </form>
      ) : (
        <p className="hint">{whyNobody(places)}</p>
      )}
    </section>
  );
}

function whyNobody(places: EventFigures["places"]): string {
  if (places.every(({ waiting }) => waiting === 0)) return "Nobody is waiting.";
  return places.every(({ waiting, free }) => waiting === 0 || free === 0)
    ? "No spot is free."
    : "No spot can be given right now: sign-up is not open, or no party that waits fits.";
}
