import { numberText } from "../../../platform/text/number-text.ts";

const order =
  "Free spots go to the people on the waitlist in order. A party that does not fit is passed over until there is room.";

/** The published rule of every waitlist for spots, worded the same everywhere. Without email nothing is offered. */
const lineRule = (sendsMail: boolean) =>
  sendsMail
    ? `${order} If you decline a spot or do not answer in time, we do not ask you again unless you join the waitlist again. In the last hour of sign-up, a free spot goes to the first person who asks.`
    : `${order} The organizers give them out and contact you.`;

const movedUpRule = (times: number) =>
  `Organizers may move someone to the front and have to give a reason; ${
    times === 0
      ? "so far no one has been moved"
      : `at this event that has happened ${times === 1 ? "once" : `${numberText(times)} times`}`
  }.`;

export function LineRule({ movedUp, sendsMail }: { movedUp: number; sendsMail: boolean }) {
  return (
    <p className="hint">
      {lineRule(sendsMail)} {movedUpRule(movedUp)}
    </p>
  );
}
