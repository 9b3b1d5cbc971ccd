import { pluralize } from "../../../platform/text/pluralize.ts";
import { Button } from "../../../ui/button.tsx";
import { attendsLabels } from "../../events/event/event.ts";
import type { EventFigures } from "./people.server.ts";

interface GivingByHandProps {
  path: string;
  next: EventFigures["next"];
  places: EventFigures["places"];
}

export function GivingByHand({ path, next, places }: GivingByHandProps) {
  return (
    <section className="panel" aria-labelledby="by-hand">
      <h2 id="by-hand">Spots are given by hand</h2>
      <p>
        This site sends no email: nobody gets an offer, a ticket or a notice. Give free spots in the order of the
        waitlist, and tell people yourself.
      </p>
      {next ? (
        <form method="post" action={`${path}?state=waiting`} className="actions">
          <input type="hidden" name="all" value="1" />
          <span>
            Next on the waitlist:{" "}
            <a href={`${path}/${next.id}`}>
              <bdi>{next.name}</bdi>
            </a>
            , {pluralize(next.party, "person", "people")}
            {places.length > 1 ? `, ${attendsLabels[next.waits_for].toLowerCase()}` : null}
          </span>
          <Button name="intent" value="give" looks={["small"]}>
            Give all free spots …
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
