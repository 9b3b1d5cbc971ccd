import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { ask, eventually, madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate } from "./tables.ts";

let stack: Stack;
let admin: Visitor;
/** A server on a private address, which must never receive a request. */
let router: Server;
let asked = 0;
let ids: string[];

beforeAll(async () => {
  router = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((done) => router.listen(0, "127.0.0.1", done));
  stack = await startStack(databaseTemplate(), { LINK_CHECK: "" });
  const address = `http://127.0.0.1:${(router.address() as AddressInfo).port}/`;
  await stack.query("update public.education_resources set url = $1 || id, is_published = false", [address]);
  const rows = await stack.query(
    "update public.education_resources set is_published = true where id in (select id from public.education_resources where tab_key = 'resources' order by id limit 4) returning id",
    [],
  );
  ids = rows.map(({ id }) => String(id));
  admin = await signIn(new Visitor(stack.url));
});
afterAll(async () => {
  await stack?.stop();
  router?.close();
});

const minute = () => ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
const checked = () =>
  stack.query("select state from private.link_checks where checked_at is not null", []).then((rows) => rows.length);
const look = async (path: string) => new Page((await admin.get(path)).body);

test("links are checked by cron, three a minute, and a private address is never requested", async () => {
  await minute();
  expect(await checked()).toBe(3);
  const [heartbeat] = await stack.query(
    "select succeeded_at = ran_at as succeeded from public.heartbeats where job = 'minute'",
    [],
  );
  expect(heartbeat).toEqual({ succeeded: true });
  await eventually(async () => {
    await minute();
    return (await checked()) === ids.length;
  }, "all checked");
  expect(asked).toBe(0);
  const states = await stack.query("select distinct state from private.link_checks", []);
  expect(states).toEqual([{ state: "unknown" }]);
});

test("admins see which links are gone, moved or unknown, and visitors see which are gone", async () => {
  const [gone = "", moved = "", walled = "", fine = ""] = ids;
  const set = (id: string, state: string, movedTo: string | null = null) =>
    stack.query("update private.link_checks set state = $2::public.link_state, moved_to = $3 where resource_id = $1", [
      id,
      state,
      movedTo,
    ]);
  await set(gone, "gone");
  await set(moved, "moved", "https://example.org/new");
  await set(fine, "fine");

  const library = new Page((await new Visitor(stack.url).get("/education", madeAnew)).body);
  const words = "Nothing was found at this link when we last checked.";
  expect(library.text(`#resource-${gone}`)).toContain(words);
  for (const id of [moved, walled, fine]) expect(library.text(`#resource-${id}`)).not.toContain(words);

  for (const [state, id] of [
    ["gone", gone],
    ["moved", moved],
    ["unknown", walled],
  ] as const) {
    const list = await look(`/admin/resources?state=${state}`);
    expect(list.attributes("tbody tr", "id"), state).toEqual([`row-${id}`]);
  }
  expect((await look("/admin/resources?tab=resources")).text(`#row-${gone}`)).toContain("Link gone");
  const attention = (await look("/admin")).text('[aria-labelledby="attention"]');
  expect(attention).toContain("2 links in the library are gone or have moved");
  expect((await look(`/admin/resources/${gone}`)).text("main")).toContain(
    "Nothing was found at the link in three checks",
  );
  expect((await look(`/admin/resources/${walled}`)).text("main")).toContain("The link could not be checked");
  expect((await look(`/admin/resources/${fine}`)).text("main")).toContain("The link worked when it was last checked");
});

test("an admin accepts the new URL of a moved link with one press, if it is still the one that was shown", async () => {
  const path = `/admin/resources/${ids[1]}`;
  const version = (await look(path)).value("version") ?? "";
  const press = (address: string) => admin.post(path, { intent: "take-address", version, address });
  const stale = await press("https://example.org/another");
  expect(stale.status).toBe(409);
  expect(stale.body).toContain("The link was changed or checked again since you opened this page.");
  expect((await press("https://example.org/new")).status).toBe(303);
  const [row] = await stack.query("select url from public.education_resources where id = $1", [ids[1]]);
  expect(row).toEqual({ url: "https://example.org/new" });
  expect((await press("https://example.org/new")).status).toBe(409);
  expect((await look(path)).text("main")).not.toContain("has moved");
});

test("accepting a new URL cannot give two resources the same link", async () => {
  const path = `/admin/resources/${ids[3]}`;
  await stack.query(
    "update private.link_checks set state = 'moved', moved_to = 'https://example.org/new' where resource_id = $1",
    [ids[3]],
  );
  const version = (await look(path)).value("version") ?? "";
  const twice = await admin.post(path, { intent: "take-address", version, address: "https://example.org/new" });
  expect(twice.status).toBe(409);
  expect(twice.body).toContain("Another resource has this link");
});

test("an admin can have a gone link checked again", async () => {
  const path = `/admin/resources/${ids[0]}`;
  expect((await admin.post(path, { intent: "check-again" })).status).toBe(303);
  await minute();
  expect((await look(path)).text("main")).toContain("The link could not be checked");
  expect(asked).toBe(0);
});
