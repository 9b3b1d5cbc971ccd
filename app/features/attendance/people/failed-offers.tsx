import { numberText } from "../../../platform/text/number-text.ts";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { Button } from "../../../ui/button.tsx";
import type { TroubledOffer } from "./person.ts";
import { troubleOf } from "./person-words.ts";

interface TroubledOffersProps {
  path: string;
  offers: TroubledOffer[];
}

/** Offers whose email did not or may not have arrived; their deadline does not start until an admin decides. */
export function FailedOffers({ path, offers }: TroubledOffersProps) {
  if (offers.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="trouble">
      <h2 id="trouble">
        {offers.length === 1 ? "1 offer needs a decision" : `${numberText(offers.length)} offers need a decision`}
      </h2>
      <p>
        Who is listed here may not know that we are holding spots for them. Call or write to them, or end the offer, so
        that the next on the waitlist can have the spots.
      </p>
      <ul className="needs">
        {offers.map((offer) => (
          <li key={offer.id}>
            <span className="wrap-anywhere">
              <a href={`${path}/${offer.id}`}>
                <bdi>{offer.name}</bdi>
              </a>
              , {pluralize(offer.party, "person", "people")}: {troubleOf(offer)}
              {offer.last_error ? ` (${offer.last_error})` : null}
            </span>
            <SettleOffer path={path} person={offer} fromList />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SettleOfferProps {
  path: string;
  person: Pick<TroubledOffer, "id" | "name">;
  fromList?: boolean;
}

export function SettleOffer({ path, person, fromList = false }: SettleOfferProps) {
  return (
    <form method="post" action={`${path}/${person.id}`} className="actions">
      {fromList ? <input type="hidden" name="from" value="list" /> : null}
      <Button looks={["ghost", "small"]} name="intent" value="heard">
        They were notified
        <span className="visually-hidden">
          : <bdi>{person.name}</bdi>
        </span>
      </Button>
      <Button looks={["ghost", "small"]} name="intent" value="pass-on">
        End this offer
        <span className="visually-hidden">
          : <bdi>{person.name}</bdi>
        </span>
      </Button>
    </form>
  );
}
