// Links that grant access to their holder stay out of the log; taken from the site map, so that new ones are included.
import { afterEach, expect, it, vi } from "vitest";
import { log } from "../app/platform/log.ts";
import routes from "../app/routes.ts";

afterEach(() => vi.restoreAllMocks());

const links = routes.flatMap(({ path = "" }) => (/:(token|code)\b/.test(path) ? [`/${path}`] : []));

it("the site map has links with a token", () => {
  expect(links.length).toBeGreaterThan(8);
});

it("the log masks anything that looks like a token in any path, and nothing else", () => {
  const write = vi.spyOn(console, "log").mockReturnValue();
  const routeOf = (route: string) => {
    log({ route, outcome: "ok" });
    return JSON.parse(String(write.mock.lastCall?.[0])).route;
  };
  expect(routeOf(`/nowhere/${"K3v7".repeat(8)}/x`)).toBe("/nowhere/…/x");
  expect(routeOf("/check-in%2fabcdefgh")).toBe("/check-in/…");
  const event = "/admin/events/00000000-0000-4000-8000-000000000201/people";
  expect(routeOf(event)).toBe(event);
});

it.each(links)("the log masks the token of %s", (path) => {
  const token = "k3v7".repeat(8);
  const write = vi.spyOn(console, "log").mockReturnValue();
  log({ route: path.replace(/:(token|code)/, token), outcome: "ok" });
  const line = String(write.mock.lastCall?.[0]);
  expect(line).toContain(`${path.slice(0, path.indexOf(":"))}…`);
  expect(line).not.toContain("k3v7");
});
