import { type Shape, State } from "../../admin/state.tsx";
import { longDay } from "../../platform/text/site-time.ts";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { dateOf } from "../events/event/event.ts";
import type { EditedSeries, PlannedDate } from "./series.ts";

const waits: Record<Exclude<PlannedDate["state"], "made">, { shape: Shape; text: string }> = {
  deleted: { shape: "ring", text: "Its edition was deleted, and is not made again" },
  due: { shape: "dashed", text: "Is made within a minute" },
  later: { shape: "dashed", text: "Will be made later" },
  "key-taken": { shape: "alert", text: "Not made: another event has the key" },
  "no-template": { shape: "alert", text: "Not made: there is no event with a known day to copy from" },
};

/** The reason why a date that should have an edition has none; undefined if nothing is wrong. */
export function faultOf({ plan }: Pick<EditedSeries, "plan">): string | undefined {
  const wrong = plan.find(({ state }) => state === "key-taken" || state === "no-template");
  return wrong && wrong.state !== "made" ? waits[wrong.state].text : undefined;
}

export function SeriesPlan({ plan }: Pick<EditedSeries, "plan">) {
  return (
    <table className="rows">
      <ColumnHeads names={["Date by the rule", "Edition"]} />
      <tbody>
        {plan.map((date) => (
          <tr key={date.day}>
            <th scope="row">{longDay(date.day)}</th>
            <td data-label="Edition">
              {date.state === "made" ? (
                <MadeEdition date={date} />
              ) : (
                <State shape={waits[date.state].shape}>
                  {waits[date.state].text}
                  {date.state === "key-taken" ? (
                    <>
                      {" "}
                      <code>{date.key}</code>
                    </>
                  ) : null}
                </State>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MadeEdition({
  date: { day, event_id, title, status, is_published, starts_at, date_precision },
}: {
  date: PlannedDate;
}) {
  const dates = { starts_at, ends_at: null, over_at: null, time_note: null };
  const on = dateOf({ ...dates, date_precision: date_precision ?? "tba", status: status ?? "scheduled" });
  const isMoved = status === "scheduled" && !on.endsWith(longDay(day));
  return (
    <>
      <a href={`/admin/events/${event_id}`}>{title}</a> <EditionState status={status} is_published={is_published} />
      {isMoved ? ` Moved to ${on}` : null}
    </>
  );
}

export function EditionState({ status, is_published }: Pick<PlannedDate, "status" | "is_published">) {
  if (status === "cancelled") return <State shape="alert">Canceled</State>;
  if (status === "postponed") return <State shape="alert">Postponed</State>;
  if (is_published) return <State shape="full">Published</State>;
  return <State shape="dashed">Draft, visible only to admins</State>;
}
