import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openSecret, sealSecret } from "../../app/features/second-factor/factor-seal.server.ts";
import { codeOf, stepAt } from "../../app/features/second-factor/totp.ts";
import type { Answer } from "../../harness/serving/exchange.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { adminRoutes } from "./admin-routes.ts";
import { Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, withTables } from "./tables.ts";

const email = testSettings.LOCAL_ADMIN_EMAIL ?? "";
const oneTime = testSettings.LOCAL_ADMIN_PASSWORD ?? "";
const account = "/admin/account";
const next = "seven calm swells before dawn";
const older = "for-tests-only-factor-older-Tb6Hc3Jm5Pf9Sg8Kq2";
const keys = [testSettings.FACTOR_SECRET ?? "", older];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate(), { FACTOR_SECRET: keys.join() });
  await withTables(stack, (sql) => sql("select public.note_one_time_password($1)", email));
});
afterAll(() => stack?.stop());

describe("ASVS 6.4.1: the one-time password made by the operator's command", () => {
  test("opens the account page and nothing else until its owner has chosen another", async () => {
    const visitor = new Visitor(stack.url);
    expect((await visitor.post("/admin/login", { email, password: oneTime })).status).toBe(303);
    expect((await visitor.get(account)).body).toContain("Choose your own password");
    const others = (await adminRoutes()).filter(({ path }) => path !== account && path !== "/admin/");
    expect(others.length).toBeGreaterThan(20);
    for (const { path, hasAction } of others) {
      const answers = [
        await visitor.get(path),
        ...(hasAction ? [await visitor.atAnotherAddress().post(path, { intent: "save" })] : []),
      ];
      for (const { status, headers } of answers)
        expect.soft({ status, location: headers.location }, path).toEqual({ status: 302, location: account });
    }

    expect((await visitor.post(account, { current: oneTime, next })).status).toBe(303);
    expect((await visitor.get("/admin/messages")).status).toBe(200);
    expect((await visitor.get(account)).body).not.toContain("Choose your own password");
  });
});

const factor = `${account}/factor`;
const secret = Uint8Array.from({ length: 20 }, (_, index) => index);
const sql = (text: string, ...parameters: unknown[]) => withTables(stack, (run) => run(text, ...parameters));
const leadsTo = ({ status, headers }: Answer, path: string) =>
  expect([status, withoutSignature(headers.location)]).toEqual([303, path]);
const errorOf = (answer: Answer) => [answer.status, new Page(answer.body).text('[role="alert"]')];

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor(stack.url);
  expect((await visitor.post("/admin/login", { email, password: next })).status).toBe(303);
  return visitor;
}

/** The bytes of a secret that the page shows as text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bits = [...text.replaceAll(" ", "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** The code of the current time step, of the one before or of the one after. */
const code = (of = secret, drift: -1 | 0 | 1 = 0) => codeOf(of, stepAt(Date.now()) + drift);

/** Gives the account a second factor none of whose codes has been used, and ends all of its sessions. */
async function haveFactor(key = keys[0] ?? "") {
  await sql("delete from private.admin_sessions");
  await sql("delete from private.second_factors");
  const sealed = await sealSecret(await accountId(), secret, { FACTOR_SECRET: [key] });
  await sql(
    "insert into private.second_factors (user_id, sealed_secret, last_step) select id, $1, 0 from public.admin_users",
    sealed,
  );
}

async function accountId(): Promise<string> {
  const [row] = await sql("select id from public.admin_users");
  return String(row?.id);
}

describe("a second factor", () => {
  test("is set up from its page, which keeps the secret after a wrong code, and shows recovery codes once", async () => {
    const [visitor, other] = [await signedIn(), await signedIn()];
    const form = (page: Page, typed: string) => ({ intent: "set-up", sealed: page.value("sealed") ?? "", code: typed });
    const page = new Page((await visitor.get(factor)).body);
    const shown = page.text("code.secret") ?? "";
    expect(shown).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(page.attribute("svg.qr-code", "aria-label")).toBe("QR code for your authenticator app");

    const wrong = await visitor.post(factor, form(page, "000000"));
    const again = new Page(wrong.body);
    expect([wrong.status, again.text("code.secret")]).toEqual([422, shown]);
    expect(await sql("select from private.second_factors")).toEqual([]);

    const sent = form(again, await code(bytesOf(shown)));
    const answers = [await visitor.post(factor, sent), await visitor.post(factor, sent)];
    const codes = answers.map(({ body }) => [...body.matchAll(/([0-9A-Z]{4}-){5}[0-9A-Z]{4}/g)].map(([each]) => each));
    expect(codes[0]).toHaveLength(10);
    expect(codes[1], "sent twice").toEqual(codes[0]);
    expect((await visitor.get(factor)).body).not.toContain(codes[0]?.[0]);
    expect((await other.get(account)).headers.location, "the other session has ended").toBe("/admin/login");

    const sealed = new Page(answers[0]?.body ?? "").value("sealed") ?? "";
    const file = await visitor.post(`${account}/recovery-codes.txt`, { sealed });
    expect(file.headers["content-disposition"]).toBe('attachment; filename="recovery-codes.txt"');
    for (const each of codes[0] ?? []) expect(file.body).toContain(each);

    const recovered = await signedIn();
    const typed = { recovery: ` ${codes[0]?.[3]?.toLowerCase().replaceAll("-", " ")}` };
    leadsTo(await recovered.post("/admin/code", typed), "/admin?done=signed-in");
    expect((await recovered.get(factor)).body).toContain("9 of 10 codes are left.");
    expect(errorOf(await (await signedIn()).post("/admin/code", typed))).toEqual([
      401,
      expect.stringMatching(/^This code has already been used/),
    ]);

    const renewed = await visitor.post(factor, {
      intent: "renew",
      sealed: new Page((await visitor.get(factor)).body).value("sealed") ?? "",
    });
    expect(renewed.body).toMatch(/([0-9A-Z]{4}-){5}[0-9A-Z]{4}/);
    expect(renewed.body).not.toContain(codes[0]?.[0]);
    leadsTo(await visitor.post(factor, { intent: "turn-off" }), `${account}?done=factor-off`);
    expect((await visitor.get(account)).body).toContain("Off: you sign in with your password only.");
  });

  describe("that an account has", () => {
    beforeEach(() => haveFactor());

    test("is required after the password, before anything else opens, and accepts each code once", async () => {
      const visitor = await signedIn();
      for (const { path, hasAction } of await adminRoutes()) {
        if (path === "/admin/code") continue;
        const { status, headers } = await visitor.get(path);
        expect.soft({ status, location: headers.location }, path).toEqual({ status: 302, location: "/admin/code" });
        if (!hasAction) continue;
        const sent = await visitor.atAnotherAddress().post(path, { intent: "save" });
        expect.soft([sent.status, new Page(sent.body).text("h1")], path).toEqual([401, "Enter your code"]);
      }
      const page = new Page((await visitor.get("/admin/code")).body);
      expect([page.attribute("#code-code", "autocomplete"), page.attribute("#code-code", "inputmode")]).toEqual([
        "one-time-code",
        "numeric",
      ]);
      const right = await code();
      expect(errorOf(await visitor.post("/admin/code", { code: "000000" }))[0]).toBe(401);
      expect((await visitor.post("/admin/code", { code: "nothing" })).status).toBe(422);
      leadsTo(await visitor.post("/admin/code", { code: right }), "/admin?done=signed-in");
      expect((await visitor.get("/admin/messages")).status).toBe(200);
      expect((await visitor.get("/admin/code")).headers.location).toBe("/admin");
      const replay = await (await signedIn()).post("/admin/code", { code: right });
      expect(errorOf(replay)).toEqual([401, expect.stringMatching(/^This code has already been used/)]);
    });

    test("accepts 5 wrong codes in 15 minutes; wrong, used and too many codes take at least 400 ms", async () => {
      const visitor = await signedIn();
      await sql("update private.second_factors set last_step = $1", stepAt(Date.now()) + 5);
      const answered: [status: number, took: number][] = [];
      for (const typed of [await code(), "000000", "000001", "000002", "000003", await code()]) {
        const before = performance.now();
        const { status } = await visitor.post("/admin/code", { code: typed });
        answered.push([status, performance.now() - before]);
      }
      expect(answered.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429]);
      for (const [, took] of answered) expect(took).toBeGreaterThanOrEqual(400);
      const mails = await sql(
        "select purpose from public.mails where purpose = 'key-notice' and created_at > now() - interval '10 seconds'",
      );
      expect(mails.length, "the account is told").toBeGreaterThan(0);
    });

    test("returns a form that was sent before the code, even through the sign-in", async () => {
      const typed = {
        title: "Lūʻau",
        key: "luau",
        date_precision: "day",
        date: "2094-05-22",
        place: "Hilo",
        summary: "Come as you are",
        status: "scheduled",
      };
      const early = await signedIn();
      const asked = await early.post("/admin/events/new", typed);
      const kept = new Page(asked.body).value("sealed") ?? "";
      const wrong = await early.post("/admin/code", { code: "000000", sealed: kept });
      expect(new Page(wrong.body).value("sealed")).toBe(kept);
      const back = await early.post("/admin/code", { code: await code(), sealed: kept });
      expect([back.status, new Page(back.body).value("title")]).toEqual([200, "Lūʻau"]);

      const late = new Visitor(stack.url);
      const signIn = await late.post("/admin/events/new", typed);
      const sealed = new Page(signIn.body).value("sealed") ?? "";
      const asking = await late.post("/admin/login", { email, password: next, sealed });
      expect(new Page(asking.body).text("h1")).toBe("Enter your code");
      const carried = new Page(asking.body).value("sealed") ?? "";
      const returned = await late.post("/admin/code", { code: await code(secret, 1), sealed: carried });
      expect([returned.status, new Page(returned.body).value("title")]).toEqual([200, "Lūʻau"]);
    });

    test("is required before the password is changed, and of every admin once an owner requires it", async () => {
      const visitor = await signedIn();
      await visitor.post("/admin/code", { code: await code(secret, -1) });
      await sql("update private.admin_sessions set proved_at = now() - interval '10 minutes'");
      const proof = `/admin/proof?to=${encodeURIComponent(account)}`;
      const change = { current: next, next: "eight slow herons count boats" };
      leadsTo(await visitor.post(account, change), proof);
      expect((await visitor.get(account)).body).not.toContain('type="password"');
      leadsTo(await visitor.post(proof, { password: next, code: await code() }), account);
      expect((await visitor.get(account)).body).toContain('type="password"');

      const factors = "/admin/admins/factors";
      leadsTo(await visitor.post(factors, { intent: "require" }), `${factors}?done=factor-required`);
      await visitor.post(factor, { intent: "turn-off" });
      expect((await visitor.get("/admin")).body).toContain("Without one, only your account page opens from");
      await sql("update private.access_settings set factor_required_at = now() - interval '8 days'");
      await sql("update public.admin_users set first_signed_in_at = now() - interval '8 days'");
      for (const { path } of await adminRoutes()) {
        if (path.startsWith(account) || path === "/admin/proof" || path === "/admin/") continue;
        const { status, headers } = await visitor.get(path);
        expect.soft({ status, location: headers.location }, path).toEqual({ status: 302, location: account });
      }
      const page = new Page((await visitor.get(factor)).body);
      expect(page.text('[role="alert"]')).toContain("The rest of this area opens once you have set one up.");
      expect(page.text("code.secret")).toBeDefined();
      await sql("update private.access_settings set factor_required_at = null");
    });

    test("is required again, with the password, before keys change (ASVS 7.5.1), and returns only below /admin", async () => {
      const visitor = await signedIn();
      await visitor.post("/admin/code", { code: await code(secret, -1) });
      await sql("update private.admin_sessions set proved_at = now() - interval '10 minutes'");
      const proof = `/admin/proof?to=${encodeURIComponent(factor)}`;
      for (const answer of [await visitor.get(factor), await visitor.post(factor, { intent: "turn-off" })])
        leadsTo(answer, proof);
      expect((await visitor.post(proof, { password: "wrong", code: await code() })).status).toBe(401);
      expect((await visitor.post(proof, { password: next, code: "000000" })).status).toBe(401);
      expect((await visitor.post(proof, { password: next })).status).toBe(422);
      leadsTo(await visitor.post(proof, { password: next, code: await code() }), factor);
      expect((await visitor.get(factor)).status).toBe(200);
      const elsewhere = `/admin/proof?to=${encodeURIComponent("//evil.example/admin")}`;
      leadsTo(await visitor.post(elsewhere, { password: next, code: await code(secret, 1) }), account);
    });
  });

  test("sealed with an older FACTOR_SECRET signs in, and is sealed anew", async () => {
    await haveFactor(older);
    leadsTo(await (await signedIn()).post("/admin/code", { code: await code() }), "/admin?done=signed-in");
    const [row] = await sql("select sealed_secret from private.second_factors");
    const anew = await openSecret(await accountId(), String(row?.sealed_secret), { FACTOR_SECRET: keys.slice(0, 1) });
    expect(anew).toEqual({ secret, isOld: false });
  });

  test("sealed with a lost FACTOR_SECRET gets 503 for codes from apps, which says why", async () => {
    await haveFactor("for-tests-only-factor-lost-9Sg8Kq2vYx1Lz7Rw4Nd");
    expect(errorOf(await (await signedIn()).post("/admin/code", { code: await code() }))).toEqual([
      503,
      expect.stringMatching(/FACTOR_SECRET/),
    ]);
  });
});
