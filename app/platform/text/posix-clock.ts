/** What clocks in a zone show. */
export interface Clock {
  /** Returns how many milliseconds they are ahead of UTC at an instant in epoch milliseconds. */
  offsetAt(instant: number): number;
  /** Returns what their time is called at an instant in epoch milliseconds: EST or EDT. */
  nameAt(instant: number): string;
  /** all that it is called in a year: "EST/EDT" */
  names: string;
}

interface Change {
  month: number;
  /** 1 to 5 for the first to the last in its month */
  week: number;
  /** 0 for Sunday */
  weekday: number;
  /** after midnight, in milliseconds, before the clocks change */
  time: number;
}

const name = "([a-z]{3,}|<[-+a-z\\d]{3,}>)";
const hours = "[-+]?\\d{1,3}(?::\\d\\d){0,2}";
const change = `,M(\\d{1,2})\\.([1-5])\\.([0-6])(?:/(${hours}))?`;
const rule = new RegExp(`^${name}(${hours})(?:${name}(${hours})?${change}${change})?$`, "i");

const hour = 3_600_000;

function millisecondsOf(text: string): number {
  const [whole = 0, minutes = 0, seconds = 0] = text.replace(/^[-+]/, "").split(":").map(Number);
  return (text.startsWith("-") ? -1 : 1) * (whole * hour + minutes * 60_000 + seconds * 1000);
}

const nameIn = (text: string) => (text.startsWith("<") ? `UTC${text.slice(1, -1)}` : text);

const changeOf = ([month, week, weekday, time = "2"]: (string | undefined)[]): Change => ({
  ...{ month: Number(month), week: Number(week), weekday: Number(weekday), time: millisecondsOf(time) },
});

/** The moment of a change in a year, as the clocks show it before it, as if that were UTC. */
function momentOf({ month, week, weekday, time }: Change, year: number): number {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const day = 1 + ((weekday - first + 7) % 7) + (week - 1) * 7;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Date.UTC(year, month - 1, day > days ? day - 7 : day) + time;
}

/** Reads a rule of POSIX (8.3), as it ends each file of the database of time zones: "EST5EDT,M3.2.0,M11.1.0". */
export function clockOf(text: string): Clock {
  const [, usual, behind = "", summer, summerBehind, ...changes] = rule.exec(text) ?? [];
  if (!usual) throw new Error(`${text} is no rule of a clock like EST5EDT,M3.2.0,M11.1.0.`);
  const standard = -millisecondsOf(behind) || 0;
  const called = nameIn(usual);
  if (!summer) return { offsetAt: () => standard, nameAt: () => called, names: called };
  const daylight = summerBehind ? -millisecondsOf(summerBehind) : standard + hour;
  const [begins, ends] = [changeOf(changes.slice(0, 4)), changeOf(changes.slice(4))];
  const isDaylight = (instant: number) => {
    const year = new Date(instant + standard).getUTCFullYear();
    const [from, to] = [momentOf(begins, year) - standard, momentOf(ends, year) - daylight];
    return from < to ? from <= instant && instant < to : from <= instant || instant < to;
  };
  return {
    offsetAt: (instant) => (isDaylight(instant) ? daylight : standard),
    nameAt: (instant) => (isDaylight(instant) ? nameIn(summer) : called),
    names: `${called}/${nameIn(summer)}`,
  };
}
