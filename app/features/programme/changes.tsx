import { momentText } from "../../platform/text/site-time.ts";
import { dayOf, isTimed, type Programme, type Slot, type TalkChange, talkPath, timesOf } from "./programme.ts";
import { langOf } from "./talk-summary.tsx";

const words = {
  new: "New",
  moved: "Moved",
  canceled: "Canceled",
  "on-again": "Takes place after all",
  removed: "No longer in the program",
} satisfies Record<TalkChange["what"], string>;

export function Changes({ programme }: { programme: Programme }) {
  const { changes, talks, event, rooms } = programme;
  if (changes.length === 0) return null;
  return (
    <details className="changes no-print">
      <summary>Latest changes ({changes.length})</summary>
      <ul className="bullets">
        {changes.map((change) => {
          const talk = talks.find(({ number }) => number === change.number);
          const room = rooms.find(({ id }) => id === talk?.room)?.name ?? null;
          return (
            <li key={change.number}>
              <strong>{words[change.what]}:</strong>{" "}
              {talk?.title === undefined ? (
                change.title
              ) : (
                <a href={talkPath(event, talk)} lang={langOf(talk)}>
                  {talk.title}
                </a>
              )}
              {talk && change.what === "moved"
                ? `: now ${whenAndWhere(talk, room)} (was ${whenAndWhere(change, change.room)})`
                : null}
              <br />
              <span className="hint">
                Changed <time dateTime={change.changed_at}>{momentText(change.changed_at)}</time>
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

const whenAndWhere = (slot: Pick<Slot, "starts_at" | "ends_at">, room: string | null) =>
  [isTimed(slot) ? `${dayOf(slot)}, ${timesOf(slot)}` : "without a time", room].filter(Boolean).join(", ");
