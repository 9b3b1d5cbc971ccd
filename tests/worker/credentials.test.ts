import { importJWK, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digestOf, newToken } from "../../app/platform/text/link-token.ts";
import { newCredentialKey, rotatedKeys } from "../../harness/credential-keys.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate } from "./tables.ts";

const origin = "https://community.example";
const did = "did:web:community.example";

let stack: Stack;
let own: string;
let token: string;
beforeAll(async () => {
  stack = await startStack(databaseTemplate(), { SITE_ORIGIN: origin });
  token = newToken();
  own = `/w/${token}/attendance`;
  await stack.query(
    `insert into public.events (key, title, place, summary, is_published, starts_at, date_precision, attendee_limit, takes_reservations)
     values ('luau', 'Lūʻau', 'Hilo', 'A summary.', true, now() + interval '1 day', 'exact', 5, true)`,
    [],
  );
  await stack.query(
    "select public.join_waitlist('luau', 'Kaʻiulani', 'kai@luau.example', '1', false, false, null, 1, null)",
    [],
  );
  await stack.query(
    "insert into private.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries where email = 'kai@luau.example'",
    [await digestOf(token)],
  );
});
afterAll(() => stack?.stop());

const checkIn = () =>
  stack.query(
    "update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Leilani' where id = (select id from public.waitlist_entries where email = 'kai@luau.example')",
    [],
  );
const fromHere = { Origin: origin };
const visitor = () => new Visitor(stack.url);
const mainOf = async (path: string) => new Page((await visitor().get(path)).body).text("main") ?? "";
const download = (name = "") => visitor().post(`/w/${token}/credential`, { name }, fromHere);
const check = async (credential: string, on = stack) => {
  const answer = await new Visitor(on.url).post("/verify", { credential }, fromHere);
  return { status: answer.status, text: new Page(answer.body).text("main") ?? "", headers: answer.headers };
};
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString("utf8"));
/** Verifies a credential as a third party does: only with what the site publishes. */
const verified = async (jwt: string, on = stack) => {
  const document = JSON.parse((await new Visitor(on.url).get("/.well-known/did.json")).body);
  const keyOf = ({ kid = "" }) =>
    importJWK(document.verificationMethod.find(({ id }: { id: string }) => id === kid).publicKeyJwk, "RS256");
  return jwtVerify(jwt, keyOf, { issuer: did });
};
let jwt: string;

test("no one gets a credential without a check-in or through an invalid link", async () => {
  for (const path of [`/w/${token}/credential`, `/w/${newToken()}/credential`]) {
    const answer = await visitor().post(path, { name: "" }, fromHere);
    expect([answer.status, answer.headers.location]).toEqual([303, path.replace("credential", "attendance")]);
  }
  expect((await visitor().get(`/w/${token}/credential`)).status).toBe(404);
  expect(await stack.query("select count(*)::int as count from public.credentials", [])).toEqual([{ count: 0 }]);
});

test("a person who was checked in downloads a credential without a name, and gets the same one again", async () => {
  await checkIn();
  expect(await mainOf(own)).toContain("someone was checked in at this event, and names nobody");
  expect(new Page((await visitor().get(own)).body).all(".qr-code")).toEqual([]);
  const answer = await download("Kāhea <b>");
  expect(answer.headers).toMatchObject({
    "content-type": "application/jwt",
    "content-disposition": 'attachment; filename="attendance.jwt"',
    "cache-control": "private, no-store",
  });
  jwt = answer.body;
  const { payload } = await verified(jwt);
  expect(payload).toMatchObject({
    iss: did,
    name: "Attendance: Lūʻau",
    credentialSubject: { id: payload.sub },
  });
  const again = claimsOf((await download()).body);
  expect(again).toMatchObject({ jti: payload.jti, sub: payload.sub });
  expect(JSON.stringify([payload, again])).not.toMatch(/kai@|Kaʻiulani|Kāhea|identifier/);
  const second = await visitor().post(`/w/${token}/credential`, { person: "2" }, fromHere);
  expect([second.status, second.headers.location]).toEqual([303, own]);
});

test("the attendance page then has a QR code, and /verify says whether a credential with that number was issued", async () => {
  expect(new Page((await visitor().get(own)).body).all(".qr-code")).toHaveLength(1);
  const id = claimsOf(jwt).jti.replace("urn:uuid:", "");
  expect(await mainOf(`/verify?id=${id}`)).toContain(
    "A credential with this number was issued, and was not taken back.",
  );
  for (const other of ["00000000-0000-4000-8000-000000000000", "none", ""])
    expect(await mainOf(`/verify?id=${other}`)).toContain("We have no record of a credential with this number.");
});

test("/verify says whether a credential (as text or as a file) is good, altered, not ours, or not a credential", async () => {
  const good = await check(`${jwt.slice(0, 60)}\r\n ${jwt.slice(60)}\n`);
  expect(good).toMatchObject({ status: 200, headers: { "cache-control": "private, no-store" } });
  for (const said of [
    "This credential is good.",
    "Lūʻau",
    "What we sign names nobody",
    claimsOf(jwt).jti.replace("urn:uuid:", ""),
  ])
    expect(good.text).toContain(said);
  const opened = await visitor().send("/verify", await fileOf(jwt));
  expect(new Page(opened.body).text("main")).toContain("This credential is good.");
  const [header, claims = "", signature] = jwt.split(".");
  const altered = Buffer.from(claims, "base64url").toString("utf8").replace("Lūʻau", "Leilani");
  expect((await check(`${header}.${Buffer.from(altered).toString("base64url")}.${signature}`)).text).toContain(
    "This credential was altered.",
  );
  const other = Buffer.from(JSON.stringify({ iss: "did:web:other.example" })).toString("base64url");
  expect((await check(`${header}.${other}.${signature}`)).text).toMatch(
    /This credential is not ours\..*did:web:other\.example/,
  );
  expect((await check("e30.e30.")).text).toContain("It names no issuer.");
  expect((await check("Aloha")).text).toContain("This is not a credential that we can read.");
  const list = (await visitor().get("/credentials/status/1")).body;
  expect((await check(list)).text).toContain("This is not a credential that we can read.");
  for (const [text, error] of [
    ["", "Paste a credential, or choose its file"],
    ["a".repeat(20_001), "A credential has at most 20,000 characters"],
  ] as const) {
    const refused = await check(text);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(error)]);
  }
});

async function fileOf(text: string) {
  const form = new FormData();
  form.append("credential", "");
  form.append("file", new Blob([text], { type: "application/jwt" }), "attendance.jwt");
  const parts = new Response(form);
  const headers = { "Content-Type": parts.headers.get("Content-Type") ?? "", ...fromHere };
  return { method: "POST", headers, body: Buffer.from(await parts.arrayBuffer()) } as const;
}

test("a rotated key leaves earlier credentials valid; a removed key does not", async () => {
  const document = JSON.parse((await visitor().get("/.well-known/did.json")).body);
  const rotated = await startStack(databaseTemplate(), { SITE_ORIGIN: origin, CREDENTIAL_KEYS: rotatedKeys(document) });
  const replaced = await startStack(databaseTemplate(), { SITE_ORIGIN: origin, CREDENTIAL_KEYS: newCredentialKey() });
  try {
    expect((await verified(jwt, rotated)).payload.iss).toBe(did);
    // A different database, which has no record of it.
    expect((await check(jwt, rotated)).text).toContain("We have no record of this credential.");
    expect((await check(jwt, replaced)).text).toContain("We do not know the key of this credential.");
  } finally {
    await Promise.all([rotated.stop(), replaced.stop()]);
  }
});

test("an admin takes a credential back; page, number, list and /verify say so, and it can't be downloaded again", async () => {
  const admin = visitor();
  await admin.post(
    "/admin/login",
    { email: testSettings.LOCAL_ADMIN_EMAIL ?? "", password: testSettings.LOCAL_ADMIN_PASSWORD ?? "" },
    fromHere,
  );
  const [row] = await stack.query(
    "select r.id, r.event_id from public.reservations r join public.waitlist_entries w using (id) where w.email = 'kai@luau.example'",
    [],
  );
  const page = `/admin/events/${row?.event_id}/people/${row?.id}`;
  expect(new Page((await admin.get(`${page}?confirm=take-back`)).body).text("main")).toContain(
    "Take their credential back?",
  );
  const taken = await admin.post(page, { intent: "take-back" }, fromHere);
  expect([taken.status, withoutSignature(taken.headers.location)]).toEqual([303, `${page}?done=credential-taken-back`]);
  expect(new Page((await admin.get(page)).body).text("main")).toMatch(/It was taken back on \w+ \d+/);
  expect((await admin.post(page, { intent: "take-back" }, fromHere)).status).toBe(422);
  expect((await check(jwt)).text).toContain("This credential was taken back.");
  const claims = claimsOf(jwt);
  expect(await mainOf(`/verify?id=${claims.jti.slice(9)}`)).toContain("was taken back");
  expect(await mainOf(own)).toContain("The credential of this attendance was taken back.");
  expect(new Page((await visitor().get(own)).body).all(".qr-code")).toEqual([]);
  expect((await download()).status).toBe(303);
  const { pathname } = new URL(claims.credentialStatus.statusListCredential);
  const { payload } = await verified((await visitor().get(pathname)).body);
  const { encodedList } = payload.credentialSubject as { encodedList: string };
  const bits = new Uint8Array(
    await new Response(
      new Blob([Buffer.from(encodedList.slice(1), "base64url")]).stream().pipeThrough(new DecompressionStream("gzip")),
    ).arrayBuffer(),
  );
  const place = Number(claims.credentialStatus.statusListIndex);
  expect((bits[place >> 3] ?? 0) & (128 >> (place & 7))).toBeGreaterThan(0);
  expect(bits.reduce((sum, byte) => sum + byte, 0)).toBe(128 >> (place & 7));
});

test.each(["/credentials/status/0", "/credentials/status/x", "/credentials/status/99999", "/credentials/status/2"])(
  "%s responds 404",
  async (path) => {
    expect((await visitor().get(path)).status).toBe(404);
  },
);

test("without keys no DID document or status list is served, and /verify cannot check a credential", async () => {
  const without = await startStack(databaseTemplate(), { SITE_ORIGIN: origin, CREDENTIAL_KEYS: "" });
  try {
    const stranger = new Visitor(without.url);
    for (const path of ["/.well-known/did.json", "/credentials/status/1"])
      expect((await stranger.get(path)).status).toBe(404);
    expect((await check(jwt, without)).text).toContain("We cannot check this credential right now.");
    const [head, , signature] = jwt.split(".");
    const foreign = Buffer.from(JSON.stringify({ ...claimsOf(jwt), iss: "did:web:other.example" })).toString(
      "base64url",
    );
    expect((await check([head, foreign, signature].join("."), without)).text).toContain("This credential is not ours.");
  } finally {
    await without.stop();
  }
});
