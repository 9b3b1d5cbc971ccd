import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { scheduleSchema } from "../app/admin/schedule.schema.ts";
import { articleSchema } from "../app/features/articles/articles.schema.ts";
import { timeText } from "../app/features/events/form/events.schema.ts";
import { timeText as talkTimeText } from "../app/features/programme/talk.schema.ts";
import { momentOfField } from "../app/platform/text/typed-moments.ts";

const app = fileURLToPath(new URL("../app", import.meta.url));
const sources = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(app, name), "utf8") }));

/** All forms that succeed without a 303 to a URL that shows the result, and why. */
const answeredInPlace = {
  "routes/contact.tsx": "the receipt of a message, whose draft must not stand in an address",
  "routes/admin/people.tsx": "what is held about an address, which must not stand in an address",
  "front-door/follow-up.ts": "a form given back after signing in, and the 401 with the sign-in before it",
  "routes/admin/admins.tsx": "the question whether to add an admin, whose email must not stand in an address",
  "routes/admin/factor.tsx": "recovery codes, which are shown once",
  "routes/admin/door.tsx": "the link of a door pass, which is shown once",
  "routes/admin/recovery-codes.ts": "the same as a file",
  "routes/admin/invite.tsx": "the question whether to invite an address, which must not stand in an address",
  "routes/admin/people-json.ts": "the same as a file",
  "routes/admin/site.tsx": "a search for pictures, which brings back what was typed and saves nothing",
  "routes/admin/new-series.tsx": "the next dates of a rule, with what was typed, before anything is saved",
  "routes/admin/series.tsx": "the same of a series that exists",
  "routes/admin/event-details.tsx": "the question which later editions are changed too, before anything is saved",
  "routes/admin/pictures-json.ts": "a picture that a script adds, whose page goes on",
  "routes/credential.ts": "a file: the credential of who was checked in",
  "routes/series-one-click.ts": "mail programs want no redirect for their unsubscribe button (RFC 8058)",
  "routes/newsletter-one-click.ts": "mail programs want no redirect for their unsubscribe button (RFC 8058)",
  "routes/status-page-one-click.ts": "the same for news of an event",
  "routes/quiet-one-click.ts": "the same for emails in organizers' own words",
  "routes/mail-events.ts": "no form: a machine tells what became of a mail",
};

const actionPattern = /export (async )?(function|const) action/;
/** Matches a returned result, data or response without a status, which means 200. */
const succeedsInPlace =
  /\breturn (\{ (\.\.\.nothing, )?result|(data|Response\.json)\((?:(?!status)[^;])*;|new Response\()/;

test("every form succeeds with a 303, except for the listed ones", () => {
  const withoutSeeOther = sources
    .filter(({ name, text }) => name.startsWith("routes/") && actionPattern.test(text))
    .filter(({ text }) => succeedsInPlace.test(text.slice(text.search(actionPattern))))
    .map(({ name }) => name);
  const inTheFrontDoor = sources
    .filter(({ text }) => text.includes("interruption.returned) return"))
    .map(({ name }) => name);
  expect([...withoutSeeOther, ...inTheFrontDoor].sort()).toEqual(Object.keys(answeredInPlace).sort());
});

test("every field for an address or a password says whose it is, so that no browser fills in the admin's own", () => {
  const parts = sources.filter(({ name }) => name.endsWith(".tsx"));
  const fields = parts.flatMap(({ name, text }) =>
    (text.match(/<(Field|input)\b[^>]*?\btype="(email|password)"[^>]*>/g) ?? []).map((field) => ({ name, field })),
  );
  expect(fields.length).toBeGreaterThan(15);
  expect(fields.filter(({ field }) => !/ autoComplete=/.test(field.replace(/\s+/g, " ")))).toEqual([]);
});

test("a time with seconds, as some programs send it, is taken without them", () => {
  expect(articleSchema.shape.time.parse("18:00:00")).toBe("18:00");
  expect(scheduleSchema.shape.time.parse("18:00:00")).toBe("18:00");
  expect([timeText.parse(" 18:00:59.999 "), talkTimeText.parse("18:00:00")]).toEqual(["18:00", "18:00"]);
  expect(momentOfField("2027-05-20T18:00:00")).toBe(momentOfField("2027-05-20 18:00"));
  for (const no of ["18:00:60", "18:00:0", "24:00:00", "18:00:00Z"])
    expect([momentOfField(`2027-05-20T${no}`), scheduleSchema.shape.time.safeParse(no).success]).toEqual([null, false]);
});
