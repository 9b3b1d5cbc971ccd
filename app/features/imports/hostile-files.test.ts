// Files that nobody means well with, of all kinds and up to the most bytes that are taken: RUNS=1000 for many of them.
import fc from "fast-check";
import { expect, it } from "vitest";
import { type ImportKind, importKinds } from "../../admin/import-noun.ts";
import { importBodyLimit, textOfFile } from "../../admin/imported-file.ts";
import { leastCpuTime } from "../../platform/cpu-time.fixture.ts";
import { importNouns } from "./import-nouns.ts";
import { refusals } from "./import-words.ts";
import { readGiven } from "./imports.server.ts";

/** What a format begins with, and what its files are made of. */
interface Format {
  heads: string[];
  parts: string[];
  /** what stands before and behind the parts of a line or an event, where there are as many of them as are taken */
  records?: [head: string, before: string, behind: string][];
}

const anywhere = [
  "\r\n",
  "\n",
  "\r",
  " ",
  "a",
  "\u0000",
  "\u0301",
  "\u200d",
  "\ud800",
  "ﷺ",
  "🌺",
  "İ",
  "\ufeff",
  "٣",
  "1e9",
];
const html = [
  "<a href=",
  "<a href='x'>",
  "</a>",
  "<b>",
  "</i>",
  "<li>",
  "<ul>",
  "</ol>",
  "<br>",
  "<p",
  "<!--",
  "-->",
  "&#",
  "&#x10ffff;",
  "&amp",
];
const addresses = [
  "kai@example.org",
  "@",
  "<kai@example.org>",
  "mailto:",
  "kai@bücher.example",
  "Kai Example +2",
  ", 3",
  "xn--",
  ".",
  "<",
  ">",
];
const dates = [
  "5/6/2027",
  "2027-05-20",
  "5/20/2027 6:00 PM",
  "45000.5",
  "99999",
  "Thursday, ",
  "May 5, 2027",
  "0.75",
  "12:00 AM",
  "-10:00",
  "America/New_York",
];

const formats: Record<string, Format> = {
  calendar: {
    heads: [
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n",
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270520T180000\r\n",
      "BEGIN:VCALENDAR\n",
    ],
    records: [
      ...["", "<p>", "<p", "<a ", "<ul><li>"].map((begin): [string, string, string] => [
        "BEGIN:VCALENDAR\r\n",
        `BEGIN:VEVENT\r\nSUMMARY:Talk\r\nDTSTART:20270520T180000\r\nDESCRIPTION:${begin}`,
        "></p>\r\nEND:VEVENT\r\n",
      ]),
      [
        "BEGIN:VCALENDAR\r\n",
        "BEGIN:VEVENT\r\nSUMMARY:Talk\r\nDTSTART;TZID=America/Denver:20270520T180000\r\nRRULE:FREQ=WEEKLY",
        "\r\nEND:VEVENT\r\n",
      ],
      [
        "BEGIN:VCALENDAR\r\n",
        "BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=X:20270520T180000\r\nSUMMARY:",
        "\r\nEND:VEVENT\r\n",
      ],
    ],
    parts: [
      ...[
        "\r\nBEGIN:VEVENT\r\n",
        "\r\nEND:VEVENT",
        "\r\nBEGIN:VTIMEZONE\r\nTZID:X",
        "\r\nBEGIN:DAYLIGHT\r\n",
        "\r\nEND:DAYLIGHT",
      ],
      ...[
        "\r\nDTSTART:20270520T180000",
        "\r\nDTSTART;TZID=X:20270520T180000",
        "\r\nDTSTART;TZID=",
        "\r\nDTEND:",
        "\r\nDURATION:P99999D",
      ],
      ...[
        "\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "\r\nRRULE:FREQ=DAILY",
        ";COUNT=9999",
        ";INTERVAL=9999",
        ";BYSETPOS=-366",
      ],
      ...[
        "\r\nRRULE:FREQ=WEEKLY;BYDAY=SU,MO,TU,WE,TH,FR,SA",
        "\r\nEXDATE:20270521",
        "\r\nRDATE;VALUE=PERIOD:20270521T000000Z/PT2H",
      ],
      ...[
        ",20270522",
        "\r\nRECURRENCE-ID:20270521",
        "\r\nUID:1",
        "\r\nSEQUENCE:9",
        "\r\nSUMMARY:",
        "\r\nLOCATION:",
        "\r\n ",
        "\r\n\t",
        "\\n",
        "\\,",
      ],
      ...[
        "\r\nDESCRIPTION:",
        "\r\nX-ALT-DESC;FMTTYPE=text/html:",
        "\r\nDESCRIPTION;ENCODING=QUOTED-PRINTABLE:=C5=8D=",
        ';X="',
        "=\r\n",
      ],
      ...[
        "\r\nTZOFFSETFROM:-1000\r\nTZOFFSETTO:+1400\r\nDTSTART:16010101T000000",
        "https://zoom.us/j/1?pwd=x ",
        ...html,
        ...dates,
      ],
    ],
  },
  table: {
    heads: [
      "title,start,end,place,about\n",
      "Email;Subscribed at;Status\r\n",
      "name\temail\n",
      "title,url,description,tags,folder\n",
      "sep=|\na|b\n",
      "",
    ],
    records: [
      ["title,start,end,place,about\n", 'Talk,2027-05-20,,Hilo,"', '"\n'],
      ["title,start,end,place,about\n", "Talk,", "\n"],
      ["email;subscribed at;status\n", "", "\n"],
      ["name,email,party\n", 'Kai,"', '"\n'],
      ["title,url,description,tags\n", 'Talk,https://example.org/,"', '"\n'],
    ],
    parts: [
      '"',
      '""',
      ",",
      ";",
      "\t",
      "|",
      "=cmd|",
      "'",
      "unsubscribed",
      "yes",
      "https://example.org/",
      "canceled",
      ...addresses,
      ...dates,
      ...html,
    ],
  },
  bookmarks: {
    heads: ["<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n", "<!doctype netscape-bookmark-file-1>"],
    records: [
      ["<!DOCTYPE NETSCAPE-Bookmark-file-1>\n", '<DT><A HREF="https://example.org/">', "</A>\n"],
      ["<!DOCTYPE NETSCAPE-Bookmark-file-1>\n", '<DT><A HREF="https://example.org/" ', ">Talk</A>\n"],
      ["<!DOCTYPE NETSCAPE-Bookmark-file-1>\n", "<DT><A", "\n"],
    ],
    parts: [
      '<DT><A HREF="https://example.org/',
      '" TAGS="a,b">',
      "</A>",
      "<DL><p>",
      "</DL>",
      "<DT><H3>",
      "</H3>",
      "<DD>",
      "=\"'",
      ...html,
    ],
  },
  json: {
    heads: ["[", '[{"title":"', '{"a":[', '[{"href":"x","extended":"', '[{"email":'],
    records: [
      ["[", '{"title":"', '"},'],
      ['[{"title":"x"}', ',{"email":"', '"}'],
    ],
    parts: [
      "[",
      "]",
      "{",
      "}",
      '"a":',
      '"',
      "\\u0000",
      "\\",
      ",",
      ":",
      "1",
      "null",
      '{"title":"x"},',
      '{"email":"kai@example.org"},',
      "[[[[",
    ],
  },
  page: {
    heads: ["<!doctype html>", "<?xml version='1.0'?>", "BEGIN:VCARD\n", "https://"],
    parts: [...html, ...addresses],
  },
  list: {
    records: [["", "", "\n"]],
    heads: ["", "Kai Example\n", "1. Kai Example, kai@example.org\n"],
    parts: ["\n", "• ", "[x] ", "12) ", "Kai ", "+99", "(3)", ...addresses],
  },
};

/** What files of programs begin with. */
const magic = [
  "PK\u0003\u0004",
  "\u00d0\u00cf\u0011\u00e0",
  "\u001f\u008b",
  "%PDF-1.7",
  "\u0089PNG",
  "\u00ff\u00fe",
  "\u00fe\u00ff",
  "MZ",
];

const lengths = fc.oneof(
  { arbitrary: fc.constant(importBodyLimit), weight: 2 },
  { arbitrary: fc.integer({ min: 1, max: importBodyLimit }), weight: 1 },
);

/** Repeats a few parts, so that what is slow for one of them is slow 2 MiB long. */
const texts = fc.constantFrom(...Object.values(formats)).chain(({ heads, parts }) =>
  fc.record({
    head: fc.constantFrom(...heads),
    pieces: fc.array(
      fc.record({
        piece: fc.array(fc.oneof({ arbitrary: fc.constantFrom(...parts), weight: 3 }, fc.constantFrom(...anywhere)), {
          minLength: 1,
          maxLength: 6,
        }),
        share: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    length: lengths,
  }),
);

const written = texts.map(({ head, pieces, length }) => {
  const shares = pieces.reduce((sum, { share }) => sum + share, 0);
  const body = pieces.map(({ piece, share }) => {
    const text = piece.join("");
    return text.repeat(Math.ceil((length * share) / shares / Buffer.byteLength(text)));
  });
  return head + body.join("");
});

const recordTexts = fc
  .constantFrom(
    ...Object.values(formats).flatMap(({ records = [], parts }) => records.map((record) => ({ record, parts }))),
  )
  .chain(({ record, parts }) =>
    fc
      .tuple(
        fc.array(fc.oneof({ arbitrary: fc.constantFrom(...parts), weight: 5 }, fc.constantFrom(...anywhere)), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.constantFrom(1, 10, 200, 2000, 4900),
        fc.constantFrom(1, 20, 300, 4000, importBodyLimit),
      )
      .map(([pieces, count, most]) => {
        const [head, before, behind] = record;
        const piece = pieces.join("");
        const room = Math.max(0, importBodyLimit / count - Buffer.byteLength(before + behind));
        const times = Math.max(1, Math.floor(Math.min(most, room) / Buffer.byteLength(piece)));
        return head + `${before}${piece.repeat(times)}${behind}`.repeat(count);
      }),
  );

const inBytes = fc
  .tuple(
    fc.oneof(written, recordTexts),
    fc.constantFrom<BufferEncoding>("utf8", "utf8", "utf8", "utf16le", "latin1"),
    fc.integer({ max: 20 }),
  )
  .map(([text, encoding, cut]) => {
    const bytes = Buffer.from(encoding === "utf16le" ? `\ufeff${text}` : text, encoding);
    return Uint8Array.from(bytes.subarray(0, Math.min(importBodyLimit, bytes.length) - Math.max(0, cut)));
  });

const junk = fc
  .tuple(fc.constantFrom("", ...magic), fc.uint8Array({ minLength: 1, maxLength: 64 }), lengths)
  .map(([first, piece, length]) => {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 1) bytes[at] = (piece[at % piece.length] ?? 0) ^ ((at >> 6) & 0xff);
    bytes.set(Uint8Array.from(first, (letter) => letter.charCodeAt(0)).subarray(0, length));
    return bytes;
  });

const files = fc.oneof({ arbitrary: inBytes, weight: 9 }, { arbitrary: junk, weight: 1 });

/** What a request with a file does in the Worker, up to what it sends to the database. */
async function answerOf(
  bytes: Uint8Array,
  kind: ImportKind,
): Promise<{ fault: string } | { reasons: string[]; sent: number }> {
  const given = textOfFile(bytes);
  if ("fault" in given) return given;
  const read = await readGiven(importNouns[kind], given);
  if ("fault" in read) return read;
  const reasons = read.rows.flatMap(({ checked, refusal, reason }) => (checked ? [] : [reason ?? refusal ?? ""]));
  return { reasons, sent: JSON.stringify(read.rows).length };
}

const runs = Number(process.env.RUNS ?? 24);
const most = 1000; // ms

const isInWords = (text: string) => text.length < 400 && (/^[A-Z“].*\.$/s.test(text) || text in refusals);

it(`${runs} hostile files end in words, each request soon`, {
  timeout: runs * 5000,
}, async () => {
  const faults: string[] = [];
  const slowest: [time: number, file: string][] = [];
  const counts = { refused: 0, read: 0 };
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  for (const [at] of Array.from({ length: runs }).entries()) {
    // Each for itself: a thousand at once would be 2 GiB.
    const [bytes = new Uint8Array()] = fc.sample(files, { numRuns: 1, seed: seed + at });
    for (const kind of importKinds) {
      const file = `${kind}, seed ${seed + at}: ${JSON.stringify(Buffer.from(bytes.subarray(0, 100)).toString())}`;
      const answers: Awaited<ReturnType<typeof answerOf>>[] = [];
      const time = await leastCpuTime(async () => answers.push(await answerOf(bytes, kind)), most);
      const [answer = { fault: "" }] = answers;
      const words: string[] = "fault" in answer ? [answer.fault] : answer.reasons;
      counts["fault" in answer ? "refused" : "read"] += 1;
      for (const text of words.filter((each) => !isInWords(each)).slice(0, 1))
        faults.push(`${file}: ${text.slice(0, 500)}`);
      slowest.push([Math.round(time), file]);
    }
  }
  slowest.sort(([a], [b]) => b - a);
  if (process.env.RUNS) console.log(counts, slowest.slice(0, 20));
  expect(faults).toEqual([]);
  expect(slowest.filter(([time]) => time >= most)).toEqual([]);
  expect(counts.read).toBeGreaterThan(0);
});
