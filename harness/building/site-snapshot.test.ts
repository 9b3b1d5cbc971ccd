import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { readSiteSnapshot } from "./site-snapshot.ts";

it("the snapshot has the saved settings, and is empty if there are none or the database is unavailable", async () => {
  const answers = ['[{"settings":{"name":"Kai"}}]', "[]", "no JSON"];
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    asked.push([request.url, request.headers.apikey]);
    response.end(answers.shift());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const from = { SUPABASE_URL: `http://127.0.0.1:${port}`, SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x" };
  expect([await readSiteSnapshot(from), await readSiteSnapshot(from), await readSiteSnapshot(from)]).toEqual([
    '[{"settings":{"name":"Kai"}}]',
    "[]",
    "[]",
  ]);
  expect(asked[0]).toEqual(["/rest/v1/site_settings?select=settings", "sb_publishable_x"]);
  await new Promise((done) => server.close(done));
  expect(await readSiteSnapshot(from)).toBe("[]");
  expect(await readSiteSnapshot({})).toBe("[]");
});
