import { longWeekday } from "../../platform/text/site-time.ts";
import { type Day, isTimed, type Programme, type Talk } from "./programme.ts";
import { dayId, ProgrammeTable } from "./programme-table.tsx";
import { TalkSummary } from "./talk-summary.tsx";

interface ProgrammeProps {
  programme: Programme;
  /** numbers of the checked talks; set if talks can be chosen here */
  choice?: number[];
}

export function DaySection({ programme, day, choice }: ProgrammeProps & { day: Day }) {
  return (
    <section aria-labelledby={dayId(day)} className="programme-section">
      <h2 id={dayId(day)}>{longWeekday(day.day)}</h2>
      <ProgrammeTable programme={programme} day={day} choice={choice} />
    </section>
  );
}

export function UndatedTalks({ programme, choice }: ProgrammeProps) {
  const talks = programme.talks.filter((talk) => !isTimed(talk));
  if (talks.length === 0) return null;
  return (
    <section aria-labelledby="undated" className="programme-section">
      <h2 id="undated">Time to be announced</h2>
      <TalkList programme={programme} talks={talks} choice={choice} />
    </section>
  );
}

interface TalkListProps extends ProgrammeProps {
  talks: Talk[];
  hasDay?: boolean;
}

export function TalkList({ programme, talks, choice, hasDay }: TalkListProps) {
  return (
    <ul className="talk-list">
      {talks.map((talk) => (
        <li key={talk.number}>
          <TalkSummary programme={programme} talk={talk} choice={choice} hasRoom hasDay={hasDay} />
        </li>
      ))}
    </ul>
  );
}
