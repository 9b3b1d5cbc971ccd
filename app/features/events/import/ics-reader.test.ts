import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { guessColumns } from "../../../admin/import-noun.ts";
import { leastCpuTime } from "../../../platform/cpu-time.fixture.ts";
import { eventImport } from "./event-import.ts";
import { readCalendar } from "./ics-reader.ts";

const now = new Date("2026-11-27T20:00:00Z");
const calendarOf = (...events: string[][]) =>
  [
    "BEGIN:VCALENDAR",
    ...events.flatMap((lines) => ["BEGIN:VEVENT", "SUMMARY:Talk", ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");

function read(text: string) {
  const found = readCalendar(text, now);
  return found && "lines" in found ? found : expect.fail(JSON.stringify(found));
}

/** What each row would become: its start and end, or why it is refused. */
function timesOf(text: string) {
  const { columns, lines } = read(text);
  const mapping = guessColumns(columns, eventImport.fields);
  return lines.map(({ cells }) => {
    const texts = Object.entries(mapping).map(([name, at]) => [name, cells[at] ?? ""]);
    const line = eventImport.check(Object.fromEntries(texts));
    if ("reason" in line) return line.reason;
    const { starts_at, ends_at } = line.checked;
    return [starts_at, ends_at].flatMap((at) => (typeof at === "string" ? at.replace(":00.000Z", "Z") : [])).join(" ");
  });
}
const timeOf = (...lines: string[]) => timesOf(calendarOf(lines))[0];

describe("a time zone", () => {
  it.each([
    ["DTSTART;TZID=Hawaiian Standard Time:20270120T180000", "2027-01-21T04:00Z"],
    ["DTSTART;TZID=Pacific Standard Time:20270120T180000", "2027-01-21T02:00Z"],
    ["DTSTART;TZID=Pacific Standard Time:20270720T180000", "2027-07-21T01:00Z"],
    ['DTSTART;TZID="America/New_York":20270720T180000', "2027-07-20T22:00Z"],
    ["DTSTART;TZID=/freeassociation.sourceforge.net/America/New_York:20270120T180000", "2027-01-20T23:00Z"],
    ["DTSTART;TZID=/a/b/America/Argentina/Buenos_Aires:20270120T180000", "2027-01-20T21:00Z"],
    ["DTSTART;TZID=GMT-10:20270120T180000", "2027-01-21T04:00Z"],
    ["DTSTART;TZID=America/Los_Angeles:20271107T013000", "2027-11-07T08:30Z"],
    ["DTSTART;TZID=America/Los_Angeles:20270314T023000", "2027-03-14T10:30Z"],
    ["DTSTART:20270120T180000", "2027-01-21T04:00Z"],
    [
      "DTSTART;TZID=Mars/Olympus:20270120T180000",
      "Its time zone is not known and not described in the file: “Mars/Olympus”. Write the time in UTC, or in a zone like America/New_York.",
    ],
  ])("%s is %s", (line, expected) => {
    expect(timeOf(line)).toBe(expected);
  });

  it("is described by the file, wherever that stands and by whatever name", () => {
    const zone = (...daylight: string[]) => [
      ...["BEGIN:VTIMEZONE", "TZID:Our zone", "BEGIN:STANDARD", "DTSTART:19701101T020000", "TZOFFSETFROM:-0700"],
      ...["TZOFFSETTO:-0800", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU", "END:STANDARD"],
      ...["BEGIN:DAYLIGHT", "DTSTART:19700308T020000", "TZOFFSETFROM:-0800", "TZOFFSETTO:-0700"],
      ...[...daylight, "END:DAYLIGHT", "END:VTIMEZONE", "END:VCALENDAR"],
    ];
    const events = ["20270120T180000", "20270720T180000", "20271107T013000"].map((time) => [
      `DTSTART;TZID=Our zone:${time}`,
    ]);
    const text = (rule: string) => calendarOf(...events).replace("END:VCALENDAR", zone(rule).join("\r\n"));
    const expected = ["2027-01-21T02:00Z", "2027-07-21T01:00Z", "2027-11-07T08:30Z"];
    expect(timesOf(text("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"))).toEqual(expected);
    expect(timesOf(text("RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU"))).toEqual(expected);
    expect(timesOf(text("RDATE:20270314T020000"))).toEqual(expected);
  });

  it("of times without one is that of their own calendar", () => {
    const one = calendarOf(["DTSTART:20270720T180000"]);
    const other = one.replace("BEGIN:VEVENT", "X-WR-TIMEZONE:America/New_York\r\nBEGIN:VEVENT");
    expect(timesOf(`${one}\r\n${other}`)).toEqual(["2027-07-21T04:00Z", "2027-07-20T22:00Z"]);
  });
});

describe("an end", () => {
  it.each([
    [["DTSTART:20270521T040000Z", "DURATION:PT1H30M"], "2027-05-21T04:00Z 2027-05-21T05:30Z"],
    [["DTSTART;VALUE=DATE:20270520", "DURATION:P3D"], "2027-05-20T10:00Z 2027-05-23T10:00Z"],
    [["DTSTART;VALUE=DATE:20270520", "DTEND;VALUE=DATE:20270523"], "2027-05-20T10:00Z 2027-05-23T10:00Z"],
    [["DTSTART;TZID=America/New_York:20270313T220000", "DURATION:P1D"], "2027-03-14T03:00Z 2027-03-15T02:00Z"],
    [["DTSTART;TZID=America/New_York:20270313T220000", "DURATION:PT24H"], "2027-03-14T03:00Z 2027-03-15T03:00Z"],
    [["DTSTART;TZID=Europe/Berlin:20271030T200000", "DURATION:PT6H"], "2027-10-30T18:00Z 2027-10-31T00:00Z"],
    [["DTSTART;TZID=Europe/Berlin:20271030T200000", "DURATION:PT7H"], "2027-10-30T18:00Z 2027-10-31T01:00Z"],
    [["DTSTART:20270520T180000", "DTEND:20270520T160000"], "2027-05-21T04:00Z"],
    [["DTSTART:20270520T220000", "DTEND:20270521T010000"], "2027-05-21T08:00Z 2027-05-21T11:00Z"],
    [["DTSTART:20270521T040000Z", "DURATION:-PT1H"], "2027-05-21T04:00Z"],
  ])("of %j", (lines, expected) => {
    expect(timeOf(...lines)).toBe(expected);
  });
});

describe("what a calendar says", () => {
  const cellsOf = (name: string, text: string) => {
    const { columns, lines } = read(text);
    return lines.map(({ cells }) => cells[columns.indexOf(name)]);
  };

  it.each([
    ["DESCRIPTION;ENCODING=QUOTED-PRINTABLE:P=C5=8D mahina=\r\n night=0D=0AAloha", "Pō mahinanight\nAloha"],
    ["DESCRIPTION;ENCODING=QUOTED-PRINTABLE:P=C5=8D mahina =\r\nnight", "Pō mahina night"],
    ["DESCRIPTION:One\\nTwo\\, three\\; \\\\four", "One\nTwo, three; \\four"],
    ["DESCRIPTION:First\r\nSecond: part", "First\nSecond: part"],
    ['DESCRIPTION;ALTREP="CID:a:b";LANGUAGE=en:Aloha', "Aloha"],
    ["DESCRIPTION:a < b & c > d", "a < b & c > d"],
    [
      "DESCRIPTION:See <a href='https://example.org/'>https://example.org</a><br>Aloha &#8211; x",
      "See https://example.org\nAloha – x",
    ],
    ["DESCRIPTION:<script>alert(1)</script>Aloha<!-- hidden --><p>x", "Aloha\n\nx"],
  ])("%j is %j", (line, expected) => {
    expect(cellsOf("DESCRIPTION", calendarOf([line]))).toEqual([expected]);
  });

  it("survives doubled returns, an event that never ends, and lower case", () => {
    const text = calendarOf(["DTSTART:20270521T040000Z"], ["DTSTART:20270522T040000Z"]);
    const expected = ["2027-05-21T04:00Z", "2027-05-22T04:00Z"];
    expect(timesOf(text.replaceAll("\r\n", "\r\r\n"))).toEqual(expected);
    expect(timesOf(text.replaceAll("\r\n", "\n").replace("\nEND:VEVENT\nBEGIN", "\nBEGIN"))).toEqual(expected);
    expect(timesOf(text.replace(/^[A-Z]+(?=:)/gm, (name) => name.toLowerCase()))).toEqual(expected);
    expect(read(text.replace("END:VEVENT\r\nEND:VCALENDAR", "")).notes).toEqual([
      "The file breaks off in line 8: something may be missing at its end.",
    ]);
  });

  it("names what is not brought in", () => {
    const text = calendarOf(["CATEGORIES:Talks", "GEO:21.3;-157.8", "ATTENDEE:mailto:kai@example.org"]);
    expect(cellsOf("X-NOTE", text)).toEqual([
      "Not brought in: its categories.\nNot brought in: its guests.\nNot brought in: its position on the map.",
    ]);
  });
});

describe("an event that repeats", () => {
  const datesOf = (...lines: string[]) => timesOf(calendarOf(lines)).map((time) => String(time).slice(0, 10));

  it("is taken apart into its dates, without those that are left out", () => {
    const lines = ["UID:1", "DTSTART:20270521T040000Z", "RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE:20270528T040000Z"];
    expect(datesOf(...lines)).toEqual(["2027-05-21", "2027-06-04", "2027-06-11"]);
    const { columns, lines: rows } = read(calendarOf(lines));
    expect(rows.map(({ cells }) => cells[columns.indexOf("UID")])).toEqual([
      ...["1 20270521T040000Z", "1 20270604T040000Z", "1 20270611T040000Z"],
    ]);
    expect(rows.map(({ line }) => line)).toEqual([2, 10, 11]);
  });

  it("without an end has the dates of two years, at most 200, and says so", () => {
    const { lines, columns } = read(calendarOf(["DTSTART:20200101T040000Z", "RRULE:FREQ=MONTHLY"]));
    expect(lines).toHaveLength(24);
    expect(lines[0]?.cells[columns.indexOf("X-NOTE")]).toContain(
      "Its dates until November 1, 2028 are listed; later ones are not.",
    );
    expect(datesOf("DTSTART:20200101T040000Z", "RRULE:FREQ=DAILY")).toHaveLength(200);
  });

  it.each([
    ["FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "more often than daily"],
    ["FREQ=HOURLY", "more often than daily"],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "no date in the next 24 months"],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5", "no date in the next 24 months"],
    ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "no date in the next 24 months"],
    ["FREQ=WEEKLY;UNTIL=20200101", "no date in the next 24 months"],
    ["FREQ=YEARLY;BYWEEKNO=20", "a rule with BYWEEKNO, which we cannot follow"],
    ["FREQ=WEEKLY;INTERVAL=0", "a rule that cannot be read"],
    ["FREQ=FULLMOON", "a rule that cannot be read"],
    ["", "a rule that cannot be read"],
  ])("by %s is refused in words, at once", async (rule, words) => {
    expect(timeOf("DTSTART:20270521T040000Z", `RRULE:${rule}`)).toContain(words);
    expect(await leastCpuTime(() => timeOf("DTSTART:20270521T040000Z", `RRULE:${rule}`), 500)).toBeLessThan(500);
  });

  it("has the last weekday of each month", () => {
    const rule = "RRULE:FREQ=MONTHLY;COUNT=3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1";
    expect(datesOf("DTSTART;VALUE=DATE:20270104", rule)).toEqual(["2027-01-29", "2027-02-26", "2027-03-31"]);
  });

  it("has the dates that another reader finds", () => {
    const weekdays = fc.uniqueArray(fc.constantFrom("SU", "MO", "TU", "WE", "TH", "FR", "SA"), {
      minLength: 1,
      maxLength: 3,
    });
    const nth = fc.uniqueArray(fc.constantFrom("1TH", "2SA", "-1FR", "3MO"), { minLength: 1, maxLength: 2 });
    const part = fc.oneof(
      fc.record({ frequency: fc.constant("DAILY"), more: fc.constant("") }),
      fc.record({ frequency: fc.constant("WEEKLY"), more: weekdays.map((days) => `;BYDAY=${days.join(",")}`) }),
      fc.record({ frequency: fc.constant("MONTHLY"), more: nth.map((days) => `;BYDAY=${days.join(",")}`) }),
      fc.record({
        frequency: fc.constant("MONTHLY"),
        more: fc.constantFrom(";BYMONTHDAY=15", ";BYMONTHDAY=-1"),
      }),
      fc.record({
        frequency: fc.constant("YEARLY"),
        more: fc.constantFrom(";BYMONTH=5;BYDAY=2SU", ";BYMONTH=6;BYMONTHDAY=11"),
      }),
    );
    const rules = fc.record({
      part,
      interval: fc.integer({ min: 1, max: 4 }),
      count: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
      month: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(rules, ({ part: { frequency, more }, interval, count, day, month }) => {
        const start = `2027${String(month).padStart(2, "0")}${String(day).padStart(2, "0")}`;
        const rule = `FREQ=${frequency};INTERVAL=${interval};COUNT=${count}${more}`;
        const found = datesOf(`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`);
        const iterator = ICAL.Recur.fromString(rule).iterator(
          ICAL.Time.fromDateString(`2027-${start.slice(4, 6)}-${start.slice(6)}`),
        );
        const expected: string[] = [];
        for (let next = iterator.next(); next && expected.length < 20; next = iterator.next())
          expected.push(next.toString());
        expect([rule, start, found]).toEqual([rule, start, expected]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("an event whose dates a series can have", () => {
  function seriesOf(text: string) {
    const { columns, lines } = read(text);
    return lines.map(({ cells }) => {
      const value = (name: string) => cells[columns.indexOf(name)] ?? "";
      return {
        rule: value("X-SERIES") && JSON.parse(value("X-SERIES")),
        day: value("X-SERIES-DAY"),
        later: value("X-LATER"),
      };
    });
  }
  const hawaii = "DTSTART;TZID=Pacific/Honolulu:20270107T180000";
  const month = { name: "Talk", frequency: "month", weekday: 4, every_weeks: null, week_of_month: 1 };
  const weeks = { ...month, frequency: "weeks", every_weeks: 1, week_of_month: null };

  it.each<[lines: string[], rule: object]>([
    [[hawaii, "RRULE:FREQ=MONTHLY;BYDAY=1TH;COUNT=4"], { ...month, first_day: "2027-01-07", last_day: "2027-04-01" }],
    [[hawaii, "RRULE:FREQ=MONTHLY;BYDAY=TH;BYSETPOS=1;UNTIL=20270401T235900Z"], { ...month, last_day: "2027-03-04" }],
    [[hawaii, "RRULE:FREQ=MONTHLY;BYDAY=1TH"], { ...month, first_day: "2027-01-07", last_day: null }],
    [["DTSTART:20270129T040000Z", "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=2"], { ...month, week_of_month: -1 }],
    [["DTSTART;VALUE=DATE:20270107", "RRULE:FREQ=WEEKLY;COUNT=3"], { ...weeks, last_day: "2027-01-21" }],
    [
      [hawaii, "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TH"],
      { ...weeks, every_weeks: 2, first_day: "2027-01-07", last_day: null },
    ],
    [
      ["DTSTART:20200102T040000Z", "RRULE:FREQ=WEEKLY;INTERVAL=3"],
      { ...weeks, weekday: 3, every_weeks: 3, first_day: "2026-12-16" },
    ],
    [
      [hawaii, "RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE;TZID=Pacific/Honolulu:20270114T180000"],
      { ...weeks, last_day: "2027-01-28", left_out: ["2027-01-14"] },
    ],
  ])("%j is offered as %j", (lines, rule) => {
    expect(seriesOf(calendarOf(lines))[0]?.rule).toMatchObject(rule);
  });

  it.each([
    [["DTSTART;TZID=America/New_York:20270107T180000", "RRULE:FREQ=WEEKLY;COUNT=20"], "whose hour in Honolulu changes"],
    [["DTSTART:20270108T040000Z", "RRULE:FREQ=MONTHLY;BYDAY=2FR;COUNT=12"], "whose weekday is counted in another zone"],
    [[hawaii, "RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4"], "on two weekdays"],
    [[hawaii, "RRULE:FREQ=MONTHLY;COUNT=4"], "on a day of the month"],
    [[hawaii, "RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=1TH;COUNT=4"], "every two months"],
    [[hawaii, "RRULE:FREQ=DAILY;COUNT=4"], "daily"],
    [[hawaii, "RRULE:FREQ=WEEKLY;COUNT=900"], "with more dates than can be listed"],
    [[hawaii, "RRULE:FREQ=WEEKLY;COUNT=4", "RDATE:20270201T000000Z"], "with dates beside its rule"],
    [[hawaii, "RRULE:FREQ=WEEKLY;COUNT=1"], "with one date"],
  ])("%j is not: one %s", (lines, _why) => {
    expect(seriesOf(calendarOf(lines)).map(({ rule }) => rule || "")).not.toContainEqual(expect.any(Object));
  });

  it("has moved and canceled dates as editions of their own, and without an end twelve at once", () => {
    const moved = ["UID:1", "RECURRENCE-ID:20270115T040000Z", "DTSTART:20270116T040000Z"];
    const rows = seriesOf(calendarOf(["UID:1", hawaii, "RRULE:FREQ=WEEKLY;COUNT=3"], moved));
    expect(rows.map(({ rule, day }) => [rule.name, day])).toEqual([
      ...[
        ["Talk", "2027-01-07"],
        ["Talk", "2027-01-14"],
        ["Talk", "2027-01-21"],
      ],
    ]);
    const endless = seriesOf(calendarOf([hawaii, "RRULE:FREQ=WEEKLY"]));
    expect(endless.filter(({ later }) => later === "")).toHaveLength(12);
    expect(endless.length).toBeGreaterThan(90);
  });

  it("of a name that another one of the file has is taken apart", () => {
    const one = [hawaii, "RRULE:FREQ=WEEKLY;COUNT=2"];
    expect(seriesOf(calendarOf(["UID:1", ...one], ["UID:2", ...one])).map(({ rule }) => rule !== "")).toEqual([
      ...[true, false, true, false],
    ]);
  });
});

describe("any file", () => {
  const words = fc.constantFrom(
    ...[
      "BEGIN:VEVENT",
      "END:VEVENT",
      "BEGIN:VTIMEZONE",
      "BEGIN:STANDARD",
      "END:STANDARD",
      "SUMMARY:",
      "DTSTART:",
      "\r\n",
      "\n ",
      "DTSTART;TZID=",
    ],
    ...[
      "RRULE:FREQ=",
      "DAILY",
      "YEARLY;BYMONTHDAY=31;BYMONTH=2",
      ";COUNT=9999",
      "20270520T180000",
      "20270230",
      "Z",
      '"',
      ";",
      ":",
      "=",
      ",",
      "<p",
      "<!--",
      "&#",
    ],
    ...[
      "EXDATE:",
      "RDATE;VALUE=PERIOD:",
      "/PT2H",
      "RECURRENCE-ID:",
      "UID:1",
      "DURATION:P",
      "99999D",
      "\u0000",
      "a",
      "DESCRIPTION;ENCODING=QUOTED-PRINTABLE:=",
      "TZOFFSETFROM:-1000",
      "TZOFFSETTO:+1400",
    ],
  );
  it("ends in rows or in words, quickly", () => {
    const texts = fc
      .array(words, { maxLength: 60 })
      .map((parts) => `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${parts.join("")}`);
    fc.assert(
      fc.property(texts, (text) => {
        const found = readCalendar(text, now);
        expect(found === null || "fault" in found || found.lines.length > 0).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["one long line", (n: number) => `SUMMARY:${"a".repeat(n)}`],
    ["quotation marks", (n: number) => `SUMMARY;X=${'"'.repeat(n)}:x`],
    ["parameters", (n: number) => `SUMMARY${";X=1".repeat(n / 4)}:x`],
    ["folds", (n: number) => `SUMMARY:${"\r\n x".repeat(n / 4)}`],
    ["soft breaks", (n: number) => `DESCRIPTION;ENCODING=QUOTED-PRINTABLE:${"=\r\n".repeat(n / 3)}`],
    ["tags", (n: number) => `DESCRIPTION:<p>${"<a".repeat(n / 2)}`],
    ["comments", (n: number) => `DESCRIPTION:<p>${"<!--".repeat(n / 4)}`],
    ["links", (n: number) => `DESCRIPTION:${"<a href=x>".repeat(n / 10)}`],
    ["list items", (n: number) => `DESCRIPTION:${"<li>".repeat(n / 4)}`],
    ["entities", (n: number) => `DESCRIPTION:<p>${"&#".repeat(n / 2)}`],
    ["components", (n: number) => "BEGIN:X\r\n".repeat(n / 9)],
    ["dates", (n: number) => `DTSTART:20270520\r\nRDATE:${"20270521,".repeat(n / 9)}`],
    ["exceptions", (n: number) => `DTSTART:20270520\r\nRRULE:FREQ=DAILY\r\n${"EXDATE:20270521\r\n".repeat(n / 17)}`],
    [
      "rules",
      () =>
        `DTSTART:20270520\r\n${"END:VEVENT\r\nBEGIN:VEVENT\r\nDTSTART:19000520\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\n".repeat(4900)}`,
    ],
  ])("of 2 MiB of %s is read within a second", async (_what, make) => {
    const text = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${make(2 * 1024 * 1024)}\r\nEND:VEVENT\r\n`;
    expect(await leastCpuTime(() => readCalendar(text, now), 1000)).toBeLessThan(1000);
  });
});
