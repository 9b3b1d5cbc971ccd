import { State } from "../../admin/state.tsx";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { dateOf, isToday } from "../events/event/event.ts";
import { departuresText } from "../issues/issue-state.tsx";
import type { Dashboard } from "./dashboard.server.ts";

export function NextEvents({ events, now }: { events: Dashboard["next"]; now: Date }) {
  return (
    <section className="panel" aria-labelledby="next-events">
      <h2 id="next-events">Next events</h2>
      {events.length > 0 ? (
        <ul className="needs">
          {events.map((event) => (
            <li key={event.id}>
              <span>
                <a href={`/admin/events/${event.id}`}>{event.title}</a>
                {event.is_published ? null : (
                  <>
                    {" "}
                    <State shape="dashed">Draft</State>
                  </>
                )}
                <span className="hint">
                  <br />
                  {[dateOf(event), ...figuresOf(event)].join(" · ")}
                </span>
              </span>
              <span className="actions">
                <a href={`/admin/events/${event.id}/people`}>
                  People<span className="visually-hidden"> of {event.title}</span>
                </a>
                {isToday(event, now) && event.takes_reservations && event.meets !== "online" ? (
                  <a href={`/admin/events/${event.id}/door`}>
                    Check-in<span className="visually-hidden"> of {event.title}</span>
                  </a>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="hint">
          No event is planned. <a href="/admin/events/new">Add the next one</a>.
        </p>
      )}
    </section>
  );
}

function figuresOf({
  takes_reservations,
  spots,
  taken,
  waiting,
  people,
  asked,
  unnotified,
}: Dashboard["next"][number]) {
  return [
    ...(takes_reservations
      ? [`${numberText(taken)} of ${pluralize(spots, "spot")} taken`, `${numberText(waiting)} waiting`]
      : [`${numberText(people)} signed up`]),
    ...(asked > 0 ? [pluralize(asked, "asks to attend", "ask to attend")] : []),
    ...(unnotified > 0 ? [`${numberText(unnotified)} not yet notified`] : []),
  ];
}

export function Week({ week, issue }: Pick<Dashboard, "week" | "issue">) {
  const figures = [
    ["People who signed up", week.people],
    ["New subscribers", week.subscribers],
    ["Messages", week.messages],
    ["Suggestions", week.suggestions],
    ["Likes", week.likes],
  ] as const;
  return (
    <section aria-labelledby="week">
      <h2 id="week" className="text-h3 mb-2">
        The last seven days
      </h2>
      <dl className="figures">
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      {issue ? (
        <p className="hint mt-3">
          <a href={`/admin/issues/${issue.id}`}>{issue.subject}</a>: {sentText(issue.progress)}
        </p>
      ) : null}
    </section>
  );
}

function sentText(progress: NonNullable<Dashboard["issue"]>["progress"]): string {
  const { accepted, bounced, refused, complained, due, under_way } = progress;
  const parts = [
    `${numberText(accepted)} sent`,
    ...(due + under_way > 0 ? [`${numberText(due + under_way)} to go`] : []),
    ...(bounced + refused > 0 ? [`${numberText(bounced + refused)} bounced or refused`] : []),
    ...(complained > 0 ? [`${numberText(complained)} reported as spam`] : []),
  ];
  return `${parts.join(", ")}. ${departuresText(progress)}`;
}
