import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import type { Programme, Talk } from "./programme.ts";
import { hasSchedule, scheduleOf, scheduleXml } from "./schedule.ts";

const origin = "https://hawaii.example.org";
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const talk = (number: number, starts_at: string | null, ends_at: string | null, more: Partial<Talk> = {}): Talk => ({
  ...{ number, kind: "talk", starts_at, ends_at, room: 1, status: "scheduled", sequence: 0 },
  ...{ updated_at: "2026-11-20T20:00:00Z", id: id(number), title: `Talk ${number}`, language: "en", level: null },
  ...{ slides_url: null, recording_url: null, speakers: [], abstract: "" },
  ...more,
});
const programme = (talks: Talk[]): Programme => ({
  event: {
    ...{ key: "eth-hawaii", title: "ETH Hawaiʻi <1>", place: "Hilo", starts_at: null, ends_at: null, over_at: null },
    ...{ date_precision: "day", time_note: null, status: "scheduled" },
  },
  published_at: "2026-11-01T20:00:00Z",
  rooms: [{ id: 1, name: "Lānai & garden", floor: null, steps: null, seats: null }],
  talks,
  gone: [],
  changes: [],
  speakers: [{ number: 7, id: id(700), name: "Leilani “Lei” Kaʻōpūlani", organization: null }],
});
const scheduleFor = (talks: Talk[]) => scheduleOf(programme(talks), origin);

describe("the schedule for other software", () => {
  it("has the room, Honolulu times, people and links of a talk", () => {
    const slides = { slides_url: "https://example.org/?a=1&b=2", speakers: [7] };
    const schedule = scheduleFor([talk(3, "2026-09-18T19:00:00Z", "2026-09-18T19:45:00Z", slides)]);
    expect(schedule?.conference).toMatchObject({
      ...{ acronym: "eth_hawaii", start: "2026-09-18", end: "2026-09-18", daysCount: 1 },
      time_zone_name: "Pacific/Honolulu",
    });
    const [day] = schedule?.conference.days ?? [];
    expect(day).toMatchObject({
      index: 1,
      day_start: "2026-09-18T09:00:00-10:00",
      day_end: "2026-09-18T09:45:00-10:00",
    });
    expect(day?.rooms["Lānai & garden"]).toEqual([
      expect.objectContaining({
        ...{ id: 3, guid: id(3), date: "2026-09-18T09:00:00-10:00", start: "09:00", duration: "00:45" },
        url: `${origin}/events/eth-hawaii/talks/3-talk-3`,
        persons: [
          {
            ...{ id: 7, guid: id(700), public_name: "Leilani “Lei” Kaʻōpūlani" },
            url: `${origin}/events/eth-hawaii/speakers/7-leilani-lei-kaopulani`,
          },
        ],
        links: [{ url: "https://example.org/?a=1&b=2", title: "Slides" }],
      }),
    ]);
  });

  it("puts talks that begin shortly after midnight on the previous day, extending its end", () => {
    const schedule = scheduleFor([
      talk(1, "2026-09-19T09:30:00Z", "2026-09-19T10:30:00Z"),
      talk(2, "2026-09-19T10:30:00Z", "2026-09-19T12:00:00Z"),
      talk(3, "2026-09-19T16:00:00Z", "2026-09-19T17:00:00Z"),
    ]);
    expect(
      schedule?.conference.days.map(({ rooms, ...day }) => [
        ...[day.index, day.date, day.day_start, day.day_end],
        Object.values(rooms).flatMap((talks) => talks.map(({ date, start, duration }) => [date, start, duration])),
      ]),
    ).toEqual([
      [
        ...[1, "2026-09-18", "2026-09-18T23:30:00-10:00", "2026-09-19T02:00:00-10:00"],
        [
          ["2026-09-18T23:30:00-10:00", "23:30", "01:00"],
          ["2026-09-19T00:30:00-10:00", "00:30", "01:30"],
        ],
      ],
      [
        ...[2, "2026-09-19", "2026-09-19T06:00:00-10:00", "2026-09-19T07:00:00-10:00"],
        [["2026-09-19T06:00:00-10:00", "06:00", "01:00"]],
      ],
    ]);
  });

  it("leaves out talks that are unannounced, canceled or without a time, and is null if none remain", () => {
    const { title: _none, id: _neither, ...secret } = talk(1, "2026-09-18T19:00:00Z", "2026-09-18T20:00:00Z");
    const left = [
      secret,
      talk(2, null, null),
      { ...secret, ...talk(3, secret.starts_at, secret.ends_at), status: "cancelled" as const },
    ];
    expect([scheduleFor(left), hasSchedule(programme(left))]).toEqual([null, false]);
    const one = talk(4, "2026-09-18T19:00:00Z", "2026-09-18T20:00:00Z", { room: null });
    expect(hasSchedule(programme([...left, one]))).toBe(true);
    expect(Object.keys(scheduleFor([...left, one])?.conference.days[0]?.rooms ?? {})).toEqual(["Hilo"]);
  });

  it("has the time of the latest change as its version", () => {
    const one = talk(1, "2026-09-18T19:00:00Z", "2026-09-18T20:00:00Z");
    expect(scheduleFor([one])?.version).toBe("2026-11-20T10:00:00-10:00");
    const gone = {
      ...{ number: 9, title: "Gone", starts_at: "", ends_at: "", sequence: 1 },
      gone_at: "2026-11-21T20:00:00Z",
    };
    expect(scheduleOf({ ...programme([one]), gone: [gone] }, origin)?.version).toBe("2026-11-21T10:00:00-10:00");
  });

  it("has the same data as well-formed XML, in the order of its schema", () => {
    const rude = {
      title: `</title>"'&\u{FFFF}`,
      abstract: "**Bold** & <b>",
      speakers: [7],
      recording_url: "https://example.org/?a&b",
    };
    const schedule = scheduleFor([talk(3, "2026-09-18T19:00:00Z", "2026-09-19T19:00:00Z", rude)]);
    if (!schedule) throw new Error("there is a talk");
    const xml = scheduleXml(schedule);
    expect(XMLValidator.validate(xml)).toBe(true);
    // Giggity detects the format by these two elements within the first KiB.
    expect(xml.slice(0, 1024)).toMatch(/<schedule[\s\S]*<conference/);
    const read = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", parseTagValue: false }).parse(
      xml,
    ).schedule;
    expect(Object.keys(read)).toEqual(["version", "conference", "day"]);
    expect(read.conference).toMatchObject({ title: "ETH Hawaiʻi <1>", days: "1", acronym: "eth_hawaii" });
    expect(read.day).toMatchObject({ index: "1", date: "2026-09-18", end: "2026-09-19T09:00:00-10:00" });
    expect(read.day.room.name).toBe("Lānai & garden");
    expect(read.day.room.event).toEqual({
      ...{ id: "3", guid: id(3), date: "2026-09-18T09:00:00-10:00", start: "09:00", duration: "24:00" },
      ...{ room: "Lānai & garden", slug: "eth_hawaii-talk-3", url: `${origin}/events/eth-hawaii/talks/3-title` },
      ...{ title: `</title>"'&`, track: "", type: "talk", language: "en", abstract: "**Bold** & <b>" },
      persons: { person: { id: "7", guid: id(700), "#text": "Leilani “Lei” Kaʻōpūlani" } },
      links: { link: { href: "https://example.org/?a&b", "#text": "Recording" } },
    });
  });
});
