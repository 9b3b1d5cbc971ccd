import type { AppLoadContext } from "@remix-run/cloudflare";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { DatabaseUnavailable } from "../platform/database/unavailable.ts";
import { buildOf } from "./build.fixture.ts";
import { createRouteTable, isAdminArea, type SiteBuild } from "./route-table.ts";

const context = {} as AppLoadContext;
const statusOf = async (build: SiteBuild, path: string, method = "GET") => {
  const request = new Request(`http://localhost${path}`, { method });
  return (await createRouteTable(build).find(path).answer(request, context)).status;
};
beforeAll(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("a path", () => {
  const build = buildOf({
    events: { handle: { section: "fixed" } },
    "events/:key": { handle: { section: "parameter" } },
    "events/:key.ics": { handle: { section: "file" } },
    "events/*": { handle: { section: "none here" } },
    "*": { handle: { section: "none" } },
  });
  const routes = createRouteTable(build);

  it.each([
    ["/events", "fixed"],
    ["/events/bitcoin", "parameter"],
    ["/events/bitcoin.ics", "file"],
    ["/nowhere", "none"],
    ["/events/a/b", "none here"],
  ])("%s leads to the %s route, however often it is requested", (path, section) => {
    expect([routes.find(path), routes.find(path)].map(({ handle }) => handle.section)).toEqual([section, section]);
  });

  it("still leads to its route after more paths than can be remembered", () => {
    for (let index = 0; index < 500; index += 1) routes.find(`/events/e${index}`);
    expect(routes.find("/events/e0").handle.section).toBe("parameter");
  });

  it("without a route is unknown to the guard", () => {
    for (const path of ["/nowhere", "/events/a/b"]) expect(routes.guarded(path), path).toBeNull();
    expect(routes.guarded("/events")).toMatchObject({ hasAction: false, bodyLimit: 81_920 });
  });
});

describe("the module of a route", () => {
  const ask = (path: string) => new Request(`http://localhost${path}`);
  const about = { about: { handle: { section: "here" }, loader: () => new Response("fine"), action: () => null } };

  it("is loaded by the first request, while the guard knows the route before", async () => {
    const load = vi.fn(async (module: object) => module);
    const routes = createRouteTable(buildOf(about, load));
    expect(routes.guarded("/about")).toMatchObject({ hasAction: true });
    expect(routes.find("/about").handle.section).toBe("here");
    expect(load).not.toHaveBeenCalled();
    const leaf = routes.find("/about");
    for (let times = 0; times < 2; times += 1)
      expect(await (await leaf.answer(ask("/about"), context)).text()).toBe("fine");
    expect(load, "its own and the root's").toHaveBeenCalledTimes(2);
  });

  it("that failed to load is loaded again by the next request", async () => {
    const load = vi.fn(async (module: object) => module).mockRejectedValueOnce(new Error("not loaded"));
    const leaf = createRouteTable(buildOf(about, load)).find("/about");
    await expect(leaf.answer(ask("/about"), context)).rejects.toThrow("not loaded");
    expect((await leaf.answer(ask("/about"), context)).status).toBe(200);
  });
});

describe("a path with a token", () => {
  const token = "k3v7".repeat(8);
  const routes = createRouteTable(
    buildOf({
      "w/:token": { handle: { section: "page" }, default: () => null, action: () => null },
      "w/:token.json": { handle: { section: "file" } },
      "w/:token/leave": { handle: { section: "button" }, action: () => null },
      "*": { handle: { section: "none" } },
    }),
  );
  const found = (path: string) => routes.find(path).handle.section;

  it("leads to its route", () => {
    expect([`/w/${token}`, `/w/${token}.json`, `/w/${token}/leave`].map(found)).toEqual(["page", "file", "button"]);
    expect(routes.guarded(`/w/${token}`)).toMatchObject({ hasAction: true });
  });

  it.each(["x", "..%2f..%2f%5cevil.example", `${token}a`, token.slice(1), "x%3fy"])(
    "accepts no form if the token is %s, and leads only to the page, which reports the incomplete link",
    (text) => {
      expect([`/w/${text}`, `/w/${text}.json`, `/w/${text}/leave`].map(found)).toEqual(["page", "none", "none"]);
      for (const path of [`/w/${text}`, `/w/${text}.json`, `/w/${text}/leave`])
        expect(routes.guarded(path), path).toBeNull();
    },
  );
});

describe("an unavailable database", () => {
  const gone = () => Promise.reject(new DatabaseUnavailable("no answer"));
  const broken = () => {
    throw new Error("a mistake of ours");
  };
  const build = buildOf({
    gone: { loader: gone, action: gone },
    broken: { loader: broken },
    fine: { loader: () => new Response("fine") },
  });

  it("leads to 503 if a loader or an action does not handle it", async () => {
    const { answer } = createRouteTable(build).find("/gone");
    for (const method of ["GET", "POST"]) {
      const response = await answer(new Request("http://localhost/gone", { method }), context);
      expect(response.status).toBe(503);
    }
  });

  it("does not affect other errors and responses", async () => {
    expect(await statusOf(build, "/broken")).toBe(500);
    expect(await statusOf(build, "/fine")).toBe(200);
  });
});

describe("the admin area", () => {
  it.each([
    ["/admin", true],
    ["/admin/messages/7", true],
    ["/admin/nowhere", true],
    ["/Admin/", true],
    ["//admin/messages", true],
    ["/%61dmin", true],
    ["/admin.data", true],
    ["/administration", false],
    ["/about/admin", false],
    ["/", false],
  ])("%s: %s", (path, expected) => {
    expect(isAdminArea(path)).toBe(expected);
  });
});
