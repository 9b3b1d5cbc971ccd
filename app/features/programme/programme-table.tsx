import { siteTime, zoneNames } from "../../platform/text/site-time.ts";
import type { Day, Programme, Room, TimedTalk } from "./programme.ts";
import { TalkSummary } from "./talk-summary.tsx";

interface ProgrammeTableProps {
  programme: Programme;
  day: Day;
  /** numbers of the checked talks; set if talks can be chosen here */
  choice?: number[];
}

export const dayId = ({ day }: Pick<Day, "day">) => `day-${day}`;

/** A day with rooms side by side, or one list by time on a phone. A talk without a room has a separate row. */
export function ProgrammeTable({ programme, day, choice }: ProgrammeTableProps) {
  const rooms = programme.rooms.filter(({ id }) => day.talks.some(({ room }) => room === id));
  const starts = [...new Set(day.talks.map(({ starts_at }) => starts_at))];
  const at = (start: string) => day.talks.filter(({ starts_at }) => starts_at === start);
  return (
    <div className="programme-day">
      <table className="programme paper-rows" aria-labelledby={dayId(day)}>
        <thead>
          <tr>
            <th scope="col">Time ({zoneNames})</th>
            {rooms.length > 0 ? (
              rooms.map((room) => (
                <th key={room.id} scope="col">
                  {room.name}
                </th>
              ))
            ) : (
              <th scope="col">What</th>
            )}
          </tr>
        </thead>
        <tbody>
          {starts.flatMap((start) => {
            const [inNoRoom, inRooms] = split(at(start));
            return [
              ...inNoRoom.map((talk) => (
                <tr key={talk.number}>
                  <Start at={start} />
                  <td colSpan={Math.max(1, rooms.length)}>
                    <TalkSummary programme={programme} talk={talk} choice={choice} />
                  </td>
                </tr>
              )),
              ...(inRooms.length > 0
                ? [
                    <RoomsRow
                      key={start}
                      start={start}
                      programme={programme}
                      rooms={rooms}
                      talks={inRooms}
                      choice={choice}
                    />,
                  ]
                : []),
            ];
          })}
        </tbody>
      </table>
    </div>
  );
}

const split = (talks: TimedTalk[]) =>
  [talks.filter(({ room }) => room === null), talks.filter(({ room }) => room !== null)] as const;

function Start({ at }: { at: string }) {
  return (
    <th scope="row">
      <time dateTime={at}>{siteTime(new Date(at))}</time>
    </th>
  );
}

interface RoomsRowProps {
  start: string;
  programme: Programme;
  rooms: Room[];
  talks: TimedTalk[];
  choice?: number[];
}

function RoomsRow({ start, programme, rooms, talks, choice }: RoomsRowProps) {
  return (
    <tr>
      <Start at={start} />
      {rooms.map((room) => (
        // A canceled talk may have left its room to another one.
        <td key={room.id} data-label={room.name}>
          {talks
            .filter((talk) => talk.room === room.id)
            .map((talk) => (
              <TalkSummary key={talk.number} programme={programme} talk={talk} choice={choice} />
            ))}
        </td>
      ))}
    </tr>
  );
}
