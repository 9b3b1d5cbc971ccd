import { describe, expect, it } from "vitest";
import { csvRecord } from "../app/admin/csv.ts";
import { excerptOf } from "../app/admin/excerpt.ts";
import { likePattern, readListQuery } from "../app/admin/list-query.ts";
import { noteSchema } from "../app/admin/note.schema.ts";
import { momentOf } from "../app/features/attendance/sign-up/moment.ts";
import { waitlistSchema } from "../app/features/attendance/sign-up/waitlist.schema.ts";
import { contactSchema } from "../app/features/contact/contact.schema.ts";
import { mailDraft } from "../app/features/contact/mail-draft.ts";
import { samplesIn } from "../app/features/doctor/samples.ts";
import { resourceSchema } from "../app/features/education/resources.schema.ts";
import { tabSchema } from "../app/features/education/tabs.schema.ts";
import { eventSchema } from "../app/features/events/form/events.schema.ts";
import { likeSchema } from "../app/features/likes/likes.schema.ts";
import { newsletterSchema } from "../app/features/newsletter/newsletter.schema.ts";
import { sourcesOf, typeOfUpload } from "../app/features/pictures/picture.ts";
import { subscriptionSchema } from "../app/features/series/subscription.schema.ts";
import { isCommonPassword } from "../app/features/sign-in/common-passwords.ts";
import { passwordSchema } from "../app/features/sign-in/password.schema.ts";
import { signInSchema } from "../app/features/sign-in/sign-in.schema.ts";
import { canonicalPath, guard } from "../app/front-door/guard.ts";
import { formsLimit } from "../app/front-door/limits.ts";
import { leastCpuTime } from "../app/platform/cpu-time.fixture.ts";
import { secondsToWait } from "../app/platform/outside.server.ts";
import { hasSessionCookie } from "../app/platform/request/session.server.ts";
import { addressPrefix, readVisitorId } from "../app/platform/request/visitor.ts";
import { wordsOf } from "../app/platform/text/reading-time.ts";
import { suggestedKey } from "../app/platform/text/suggested-key.ts";
import { emailField, lengthOf, searchText, textField } from "../app/platform/text/text.ts";
import { isDay } from "../app/platform/text/typed-moments.ts";
import { escapeXml } from "../app/platform/text/xml.ts";
import { safeUrl } from "../app/ui/button.tsx";
import { likelyPages, searchableWords } from "../app/ui/likely-pages.tsx";

const size = 64 * 1024; // UTF-16 units
/** Milliseconds. Linear code takes less than a tenth of it here, and quadratic code more than ten times as much. */
const budget = 150;

const units = [
  " ",
  "a",
  "@",
  "-",
  "%",
  "<",
  "/",
  ".",
  "=",
  "0",
  "'",
  "\n",
  "!",
  "](",
  "a-",
  "a.",
  "\r\n",
  "\u0315\u0300",
  "\u200d",
  "🌺",
];
/** Long runs, alone and between common beginnings and endings of a pattern. */
const hostile = units
  .map((unit) => unit.repeat(size / unit.length))
  .flatMap((run) => [run, `a${run}!`, `https://a@${run}\u0000;visitor=a`]);

const inPlaceOf = <Of extends object>(fields: Of, text: string) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, text]));

const origin = "https://hawaii.example.org";
const rules = {
  origin,
  secure: true,
  routeOf: () => ({ hasAction: true, bodyLimit: 80 * 1024, rateLimit: formsLimit }) as const,
  isWithinLimit: async () => true,
  hasSession: async () => true,
};
const message = textField({ label: "Message", empty: "Enter your message", max: 5000, multiline: true });
const orThrown = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
  }
};

const schemas = {
  contactSchema,
  eventSchema: eventSchema.innerType(),
  likeSchema,
  newsletterSchema,
  subscriptionSchema,
  noteSchema,
  passwordSchema,
  resourceSchema,
  signInSchema,
  tabSchema,
  waitlistSchema,
};

/** All our functions that match a visitor's or an admin's text against a pattern. */
const readers: [name: string, read: (text: string) => unknown][] = [
  ["emailField", (text) => emailField.safeParse(text)],
  ["textField", (text) => message.safeParse(text)],
  ["searchText", (text) => searchText(text, 100)],
  ["lengthOf", lengthOf],
  ["wordsOf", wordsOf],
  ...Object.entries(schemas).map(([name, schema]): [string, (text: string) => unknown] => [
    name,
    (text) => schema.safeParse(inPlaceOf(schema.shape, text)),
  ]),
  ["isCommonPassword", (text) => isCommonPassword(text.slice(0, 1000), text.slice(0, 254))],
  ["suggestedKey", (text) => suggestedKey(text.slice(0, 200))],
  ["canonicalPath", (text) => canonicalPath(`/${text}`)],
  ["readVisitorId", (text) => readVisitorId(text, false)],
  ["hasSessionCookie", (text) => hasSessionCookie(text, false)],
  ["addressPrefix", (text) => orThrown(() => addressPrefix(text))],
  ["addressPrefix of IPv6", (text) => orThrown(() => addressPrefix(`::${text}`))],
  ["safeUrl", safeUrl],
  ["csvRecord", (text) => csvRecord([text])],
  ["escapeXml", escapeXml],
  ["likePattern", likePattern],
  ["excerptOf", excerptOf],
  ["samplesIn", (text) => samplesIn({ text })],
  ["isDay", isDay],
  ["momentOf", (text) => momentOf(text, new Date())],
  ["sourcesOf", (text) => sourcesOf(`/uploads/${"0".repeat(32)}${text}`, "100vw")],
  ["typeOfUpload", (text) => typeOfUpload(`${"0".repeat(32)}${text}`)],
  ["searchableWords", (text) => searchableWords(`/${text}`)],
  ["likelyPages", (text) => likelyPages(`/${text}`, [{ label: "Events", to: "/events" }])],
  ["mailDraft", (text) => mailDraft("kai@example.org", { name: "Kai", email: "", message: text.slice(0, 20_000) })],
  [
    "readListQuery",
    (text) => readListQuery(new Request(`${origin}/?${new URLSearchParams({ q: text })}`), { sorts: [] }),
  ],
  ["secondsToWait", (text) => secondsToWait(429, headersWith("Retry-After", `Mon, ${text}`), 0)],
];

/** A header with the characters of a text that a header may contain. */
const headersWith = (name: string, text: string) => new Headers({ [name]: text.replace(/[^\t -~]|[\r\n]/g, "") });

/** Returns texts that take too long. */
async function slowOf(read: (text: string) => unknown): Promise<string[]> {
  const slow: string[] = [];
  for (const text of hostile) {
    const time = await leastCpuTime(() => read(text), budget);
    if (time >= budget) slow.push(`${JSON.stringify(text.slice(0, 20))}…: ${Math.round(time)} ms`);
  }
  return slow;
}

const form = { "CF-Connecting-IP": "203.0.113.7", "Content-Type": "application/x-www-form-urlencoded" };

describe("64 KiB of hostile text is processed in linear time", () => {
  it.each(readers)("by %s", async (_, read) => {
    expect(await slowOf(read)).toEqual([]);
  });

  it.each(["Content-Type", "Cookie", "Sec-Fetch-Site", "X-Forwarded-For", "Content-Length"])(
    "by the guard in the header %s",
    async (name) => {
      const ask = (text: string) => {
        const headers = new Headers(form);
        for (const [key, value] of headersWith(name, text)) headers.set(key, value);
        return guard(new Request(`${origin}/contact`, { method: "POST", headers, body: "a=b" }), rules);
      };
      expect(await slowOf(ask)).toEqual([]);
    },
  );

  it.each(["GET", "POST"])("by the guard in the path of a %s", async (method) => {
    const ask = (text: string) => {
      const path = encodeURIComponent(text.toWellFormed()).replaceAll("%2F", "/");
      return guard(new Request(`${origin}/${path}`, { method, headers: form }), rules);
    };
    expect(await slowOf(ask)).toEqual([]);
  });
});
