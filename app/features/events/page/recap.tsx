import { ExternalLink, safeUrl } from "../../../ui/button.tsx";
import { MarkdownText } from "../../markdown/markdown-text.tsx";
import { type Event, isOver, type ListedEvent } from "../event/event.ts";

/** Whether there is a recap to show; never before the event is past. */
export const hasRecap = (event: ListedEvent, now: Date) =>
  isOver(event, now) && (event.recap !== null || event.recap_url !== null);

export function Recap({ event, heading: Heading }: { event: Event; heading: "h2" | "h3" }) {
  return (
    <section className="grid gap-3" aria-labelledby={`recap-${event.key}`}>
      <Heading id={`recap-${event.key}`}>What happened</Heading>
      {event.recap ? <MarkdownText text={event.recap} top={Heading === "h2" ? 3 : 4} /> : null}
      {event.recap_url && safeUrl(event.recap_url) ? (
        <p>
          <ExternalLink href={event.recap_url}>
            Photos and slides<span className="visually-hidden">: {event.title}</span>
          </ExternalLink>
        </p>
      ) : null}
    </section>
  );
}
