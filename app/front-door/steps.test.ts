import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announcementAt } from "../features/site/announcement.ts";
import { defaultSite, describeSite, site } from "../site.ts";
import { buildOf } from "./build.fixture.ts";
import { createFrontDoor } from "./steps.ts";

// The build puts it in; it is read as soon as steps.ts is.
vi.hoisted(() => vi.stubGlobal("__MIGRATIONS__", []));

const bindings = {
  SUPABASE_URL: "https://project.supabase.example",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_0123456789abcdef",
  SUPABASE_SECRET_KEY: "sb_secret_0123456789abcdef",
  SESSION_SECRET: "session-0123456789-0123456789-0123456789",
  VISITOR_SECRET: "visitor-0123456789-0123456789-0123456789",
  SITE_ORIGIN: "http://localhost",
};
const moment = "2026-03-10T22:00:00Z";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no database")));
});
afterEach(() => {
  describeSite(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([
  ["comes", { from: moment, until: null }, "nothing", "Come!"],
  ["goes", { from: null, until: moment }, "Come!", "nothing"],
])("a kept page is made again when an announcement %s", async (_name, times, before, after) => {
  let made = 0;
  const loader = ({ context }: LoaderFunctionArgs) => {
    made += 1;
    return new Response(announcementAt(site.announcement, context.now)?.text ?? "nothing");
  };
  const door = createFrontDoor(buildOf({ about: { handle: { cache: { readsNothing: true } }, loader } }));
  const readAt = async (milliseconds: number) => {
    vi.setSystemTime(Date.parse(moment) + milliseconds);
    const answer = await door.fetch(new Request("http://localhost/about"), bindings, { waitUntil: () => {} });
    return answer.text();
  };
  describeSite({ ...defaultSite, announcement: { text: "Come!", url: null, ...times } });
  expect(await readAt(-10_000)).toBe(before);
  expect(await readAt(-1)).toBe(before);
  expect(made).toBe(1);
  expect(await readAt(0)).toBe(after);
});
