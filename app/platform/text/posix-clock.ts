/** What clocks in a zone show. */
export interface Clock {
  /** Returns how many milliseconds they are ahead of UTC at an instant in epoch milliseconds. */
  offsetAt(instant: number): number;
  /** Returns what their time is called at an instant in epoch milliseconds: EST or EDT. */
  nameAt(instant: number): string;
  /** all that it is called in a year: "EST/EDT" */
  names: string;
}

const hour = 3_600_000;
const names = /^([a-z]{3,}|<[-+a-z\d]{3,}>)([-+]?\d+(?::\d\d)?)(?:([a-z]{3,}|<[-+a-z\d]{3,}>)([-+]?\d+(?::\d\d)?)?)?$/i;

function millisecondsOf(text: string): number {
  const [whole = "", minutes = 0] = text.split(":");
  return Number(whole) * hour + (text.startsWith("-") ? -1 : 1) * Number(minutes) * 60_000;
}

const nameIn = (text: string) => (text.startsWith("<") ? `UTC${text.slice(1, -1)}` : text);

/** The moment of a change like M3.2.0/2 in a year, as the clocks show it before it, as if that were UTC. */
function momentOf(change: string, year: number): number {
  const [day = "", time = "2"] = change.split("/");
  const [month = 0, week = 0, weekday = Number.NaN] = day.slice(1).split(".").map(Number);
  // the first such weekday on or after this day; 5 is the last week of the month
  const first = week < 5 ? Date.UTC(year, month - 1, week * 7 - 6) : Date.UTC(year, month, -6);
  return first + ((weekday - new Date(first).getUTCDay() + 7) % 7) * 24 * hour + millisecondsOf(time);
}

/** Reads a rule of POSIX (8.3), as it ends each file of the database of time zones: "EST5EDT,M3.2.0,M11.1.0". */
export function clockOf(rule: string): Clock {
  const [said = "", begins = "", ends = ""] = rule.split(",");
  const [, usual, behind = "", summer, summerBehind] = names.exec(said) ?? [];
  if (!usual || (summer && Number.isNaN(momentOf(begins, 0) + momentOf(ends, 0))))
    throw new Error(`${rule} is no clock`);
  const standard = -millisecondsOf(behind);
  const called = nameIn(usual);
  if (!summer) return { offsetAt: () => standard, nameAt: () => called, names: called };
  const daylight = summerBehind ? -millisecondsOf(summerBehind) : standard + hour;
  const isDaylight = (instant: number) => {
    const year = new Date(instant + standard).getUTCFullYear();
    const [from, to] = [momentOf(begins, year) - standard, momentOf(ends, year) - daylight];
    return from < to ? from <= instant && instant < to : !(to <= instant && instant < from);
  };
  return {
    offsetAt: (instant) => (isDaylight(instant) ? daylight : standard),
    nameAt: (instant) => (isDaylight(instant) ? nameIn(summer) : called),
    names: `${called}/${nameIn(summer)}`,
  };
}
