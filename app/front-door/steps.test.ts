import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announcementAt } from "../features/site/announcement.ts";
import { settingsOf } from "../features/site/site-words.ts";
import { defaultSite } from "../site.ts";
import { buildOf } from "./build.fixture.ts";
import { createFrontDoor } from "./steps.ts";

// The build defines it; importing steps.ts reads it.
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
const inHonolulu = "2026-03-10T12:00";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a page whose module fails to load is a 500 once, and the next request gets it", async () => {
  vi.stubGlobal("fetch", async () => Response.json([]));
  const load = vi.fn(async (module: object) => module).mockRejectedValueOnce(new Error("not loaded"));
  const door = createFrontDoor(buildOf({ about: { loader: () => new Response("fine") } }, load));
  const ask = () => door.fetch(new Request("http://localhost/about"), bindings, { waitUntil: () => {} });
  expect([(await ask()).status, (await ask()).status]).toEqual([500, 200]);
});

test.each([
  ["comes", { announcement_from: inHonolulu }, "nothing", "Come!"],
  ["goes", { announcement_until: inHonolulu }, "Come!", "nothing"],
])("a cached page is rendered again when an announcement %s", async (_name, times, before, after) => {
  const settings = { ...settingsOf(defaultSite), announcement: "Come!", ...times };
  vi.stubGlobal("fetch", async () => Response.json([{ settings }]));
  let made = 0;
  const loader = ({ context }: LoaderFunctionArgs) => {
    made += 1;
    return new Response(announcementAt(context.site.announcement, context.now)?.text ?? "nothing");
  };
  const door = createFrontDoor(buildOf({ about: { handle: { cache: {} }, loader } }));
  const readAt = async (milliseconds: number) => {
    vi.setSystemTime(Date.parse(moment) + milliseconds);
    const answer = await door.fetch(new Request("http://localhost/about"), bindings, { waitUntil: () => {} });
    return answer.text();
  };
  expect(await readAt(-10_000)).toBe(before);
  expect(await readAt(-1)).toBe(before);
  expect(made).toBe(1);
  expect(await readAt(0)).toBe(after);
});
