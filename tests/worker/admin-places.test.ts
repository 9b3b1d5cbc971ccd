import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, withTables } from "./tables.ts";

let stack: Stack;
let admin: Visitor;
let place: string;

beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  admin = await signIn(new Visitor(stack.url));
  const added = await admin.post("/admin/places/new", {
    new_id: "00000000-0000-4000-8000-00000000aa01",
    ...{ name: "Kaimukī Library", city: "Honolulu", island: "oahu", bus: "Line 1" },
  });
  expect(added.status).toBe(303);
  const [row] = await withTables(stack, (sql) => sql("select id from public.places where name = 'Kaimukī Library'"));
  place = `/admin/places/${row?.id}`;
});
afterAll(() => stack?.stop());

const look = async (path: string) => new Page((await admin.get(path)).body);
const save = async (notes: string, version?: string) =>
  admin.post(place, {
    intent: "notes",
    notes,
    notes_version: version ?? (await look(place)).value("notes_version") ?? "",
  });
const notesOf = (page: Page) => page.text('textarea[name="notes"]')?.trim();

test("notes for organizers are kept on the page of their place, changed, and removed when nothing is left of them", async () => {
  expect(notesOf(await look(place))).toBe("");
  expect(withoutSignature((await save("The key is with Leilani.\nWi-Fi: hihimanu")).headers.location)).toBe(
    `${place}?done=saved`,
  );
  expect(notesOf(await look(place))).toBe("The key is with Leilani. Wi-Fi: hihimanu");
  expect(await stack.query("select notes from public.place_notes", [])).toEqual([
    { notes: "The key is with Leilani.\nWi-Fi: hihimanu" },
  ]);
  expect((await save("x".repeat(3001))).status).toBe(422);
  expect((await save("")).status).toBe(303);
  expect(notesOf(await look(place))).toBe("");
});

test("two admins who write notes at the same time both see what the other wrote", async () => {
  const before = (await look(place)).value("notes_version") ?? "";
  expect((await save("Mine", before)).status).toBe(303);
  const late = await save("Theirs", before);
  expect(late.status).toBe(409);
  const page = new Page(late.body);
  expect([page.text("table"), notesOf(page)]).toEqual([expect.stringContaining("Mine"), "Theirs"]);
  expect((await save("Both", page.value("notes_version"))).status).toBe(303);
});

test("no page for visitors and no file has the notes, and the event’s own page in the admin area leads to them", async () => {
  await save("Wi-Fi: hihimanu");
  const id = place.split("/").at(-1) ?? "";
  const [event] = await withTables(stack, (sql) =>
    sql(`update public.events set place_id = '${id}' where key = 'ethereum' returning id`),
  );
  const files = ["/admin/events.json", "/admin/events.csv", "/admin/log", "/admin/search?q=hihimanu"];
  for (const path of [
    "/places/kaimuki-library",
    "/events/ethereum",
    "/events.json",
    "/events.ics",
    "/search?q=hihimanu",
  ]) {
    const answer = await new Visitor(stack.url).get(path);
    expect.soft([path, answer.body.replaceAll("q=hihimanu", "").includes("Wi-Fi: hihimanu")]).toEqual([path, false]);
  }
  for (const path of files) expect.soft((await admin.get(path)).body, path).not.toContain("Wi-Fi: hihimanu");
  const overview = await look(`/admin/events/${event?.id}`);
  expect(overview.attributes(".facts a", "href")).toContain(`${place}#notes`);
});
