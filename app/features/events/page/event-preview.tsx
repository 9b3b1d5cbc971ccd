import { sourcesOf } from "../../pictures/picture.ts";
import { firstDayOf, type ListedEvent } from "../event/event.ts";
import { offerOf } from "../event/event-offer.ts";
import { shownPosterOf } from "../poster/drawn-poster.ts";
import { briefOf } from "./event-details.tsx";
import { EventLink, EventWhere, StateBadge } from "./event-parts.tsx";

/** One event on a page that is not only about events, with a picture as wide as that of an article. */
export function EventPreview({ event, now }: { event: ListedEvent; now: Date }) {
  const offer = offerOf(event, now);
  return (
    <article className="card">
      <Scene event={event} />
      <div className="body">
        <StateBadge offer={offer} />
        <h3 className="text-[1.4rem]">{event.title}</h3>
        <p>{briefOf(event, now)}</p>
        <EventWhere event={event} offer={offer} />
        <p>
          <EventLink event={event} offer={offer} />
        </p>
      </div>
    </article>
  );
}

/** A landscape poster, or the date beside a portrait poster; the date is decorative because the card has it as text. */
function Scene({ event }: { event: ListedEvent }) {
  const { path, alt, width, height } = shownPosterOf(event);
  const isAcross = (width ?? 0) > (height ?? 0);
  const poster = (
    <img
      className={isAcross ? "scene" : undefined}
      src={path}
      {...sourcesOf(path, isAcross ? "(min-width: 48rem) 34rem, 92vw" : "16rem")}
      alt={alt ?? ""}
      width={width ?? 800}
      height={height ?? 1000}
      loading="lazy"
    />
  );
  if (isAcross) return poster;
  const [large, small] = plateWords(firstDayOf(event));
  return (
    <div className="scene plate">
      <p aria-hidden="true">
        <b className={large.length > 4 ? "long" : undefined}>{large}</b> {small}
      </p>
      {poster}
    </div>
  );
}

/**
 * Splits a date into its large and its small part: 22 and May 2025, January and 2027, Q3 and 2026. Without a date, it
 * returns "Date" and "to be announced".
 */
export function plateWords(date: string): [string, string] {
  const [, month, day, year] = /(\S+) (\d+), (\d+)$/.exec(date) ?? [];
  if (day) return [day, `${month} ${year}`];
  const [, period, of] = /^(\S+) (\d{4})$/.exec(date) ?? [];
  return period && of ? [period, of] : ["Date", "to be announced"];
}
