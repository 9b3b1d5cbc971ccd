import { expect, it } from "vitest";
import { namesOf, testsThatName } from "./named.ts";

const routes = [
  { file: "routes/home.tsx", path: "" },
  { file: "routes/events.tsx", path: "events" },
  { file: "routes/agenda.tsx", path: "events/:key/agenda" },
  { file: "routes/calendar.ts", path: "events/:key.ics" },
];
const tests = new Map([
  ["waitlist.test.ts", 'database.call("worker", "public.join_waitlist($1)"); // and join_waitlist again'],
  ["growth.test.ts", 'await read("join_waitlist_again"); await call("join_waitlist");'],
  [
    "agenda.test.ts",
    `get("/events/bitcoin/agenda"); get(\`/events/\${key}/agenda?day=1\`); get("/events/a/b/agenda");`,
  ],
  ["pages.test.ts", 'get("/events?event=ethereum"); get("/events/bitcoin"); get("/");'],
  ["feeds.test.ts", 'get("/events/bitcoin.ics")'],
]);
const found = (file: string) => {
  const named = namesOf(file, routes);
  return named && testsThatName([named], tests);
};

it("finds tests by the name of a changed SQL function, those with most mentions first", () => {
  expect(found("supabase/source/attendance/waitlist/join_waitlist.sql")).toEqual([
    "waitlist.test.ts",
    "growth.test.ts",
  ]);
});

it("finds tests by the URL of a changed route, whatever stands for its parameter", () => {
  expect(found("app/routes/agenda.tsx")).toEqual(["agenda.test.ts"]);
  expect(found("app/routes/events.tsx")).toEqual(["pages.test.ts"]);
  expect(found("app/routes/calendar.ts")).toEqual(["feeds.test.ts"]);
  expect(found("app/routes/home.tsx")).toEqual(["pages.test.ts"]);
});

it("names nothing for files that are called neither by a URL nor by one function", () => {
  for (const file of ["supabase/source/events/tables.sql", "app/ui/field.tsx", "app/routes/removed.tsx"])
    expect(found(file)).toBeNull();
});
