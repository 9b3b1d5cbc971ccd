/** The published rule of every line for free places, in one wording wherever it is read. */
export const lineRule =
  "Free places go out in the order of the line. A party that does not fit is passed over until there is room. If you decline a place or do not answer in time, you are not asked again unless you join the line again. In the last hour of sign-up, a free place goes to the first person who asks.";

/** The part of the rule about its exceptions. @param times how often it has happened at the event */
export const movedUpRule = (times: number) =>
  `Organizers may move someone to the front and have to give a reason; at this event that has happened ${
    times === 0 ? "to nobody" : times === 1 ? "once" : `${times.toLocaleString("en-US")} times`
  }.`;

export function LineRule({ movedUp }: { movedUp: number }) {
  return (
    <p className="hint">
      {lineRule} {movedUpRule(movedUp)}
    </p>
  );
}
