import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { eventually, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate } from "./tables.ts";

/** As an operator runs it whose site sends mails. */
let stack: Stack;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
let owner: Visitor;
const ownersEmail = testSettings.LOCAL_ADMIN_EMAIL ?? "";
const invitePath = "/admin/admins/invite";
const password = "nine slow honu cross the bay";

beforeAll(async () => {
  provider = await startMailProvider();
  stack = await startStack(databaseTemplate(), provider.settings);
  owner = visitor();
  const signedIn = await signIn(owner, ownersEmail, testSettings.LOCAL_ADMIN_PASSWORD ?? "");
  expect(signedIn.headers.location).toBe("/admin?done=signed-in");
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const visitor = () => new Visitor(stack.url);
const signIn = (person: Visitor, email: string, secret: string) =>
  person.post("/admin/login", { email, password: secret });
const mailsTo = (email: string) => provider.mailbox.mails.filter(({ to }) => to[0] === email);
/** The path that the newest letter about something leads to. */
const pathFor = (email: string, place: string, count = 1) =>
  eventually(() => {
    const paths = mailsTo(email).flatMap(
      ({ text }) => new RegExp(`/admin/${place}/[a-z2-7]{32}`).exec(text)?.[0] ?? [],
    );
    return paths.length >= count && paths.at(-1);
  }, `a letter with /admin/${place} to ${email}`);
const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject);
const shown = async (path: string) => {
  const { status, body } = await visitor().get(path);
  return { status, text: new Page(body).text("main") };
};
const invite = (email: string, role = "editor") => owner.post(invitePath, { intent: "invite", email, role });

/** Makes an admin by invitation. */
async function admitted(email: string, role = "editor"): Promise<Visitor> {
  expect((await invite(email, role)).headers.location).toBe("/admin/admins?done=invited");
  const person = visitor();
  const path = await pathFor(email, "invitation");
  expect((await person.post(path, { next: password })).headers.location).toBe("/admin/account?done=accepted");
  return person;
}

describe("an invitation", () => {
  const email = "noe@letters.example";

  test("is asked about, sent, shown, and accepted once; who accepts is signed in with its role", async () => {
    const asking = new Page((await owner.post(invitePath, { intent: "ask", email, role: "editor" })).body);
    expect(asking.text("#question")).toBe(`Invite ${email}?`);
    expect(mailsTo(email)).toEqual([]);
    expect((await invite(email)).headers.location).toBe("/admin/admins?done=invited");
    expect((await invite(email)).headers.location).toBe("/admin/admins?done=already-invited");
    const path = await pathFor(email, "invitation");
    expect(mailsTo(email)).toHaveLength(1);
    const list = async () => new Page((await owner.get("/admin/admins")).body).text("main") ?? "";
    await eventually(async () => (await list()).includes("Open, sent"), "the mail is settled");

    const person = visitor();
    const answer = await person.get(path);
    expect(answer.headers).toMatchObject({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });
    expect(new Page(answer.body).text("main")).toContain(`${ownersEmail} invites ${email} as an editor`);
    for (const [next, message] of [
      ["too short", "Enter at least 12 characters"],
      ["password12345", "This password is easy to guess. Choose another one"],
      ["x y ".repeat(30), "This password is easy to guess. Choose another one"],
      [
        "many geckos hum at noon while seven old turtles cross the wide bay and rest there",
        "This password was not accepted. Choose another one of at most 72 characters",
      ],
    ] as const) {
      const refused = await person.post(path, { next });
      expect([refused.status, new Page(refused.body).text(".error")]).toEqual([422, message]);
      expect(refused.body).not.toContain(next);
    }
    expect((await person.post(path, { next: password })).headers.location).toBe("/admin/account?done=accepted");
    expect(new Page((await person.get("/admin/account?done=accepted")).body).text("main")).toContain("Welcome!");
    expect(
      await stack.query("select a.role from public.admin_users a join auth.users u using (id) where email = $1", [
        email,
      ]),
    ).toEqual([{ role: "editor" }]);

    expect((await shown(path)).text).toContain("This invitation has been accepted.");
    const late = await visitor().post(path, { next: "another calm swell at noon" });
    expect([late.status, late.headers.location]).toEqual([303, path]);
    expect((await signIn(visitor(), email, password)).status).toBe(303);
    expect(await list()).not.toContain("Open, sent");
    const refusal = await invite(email);
    expect([refusal.status, new Page(refusal.body).text(".error")]).toEqual([422, "This person is an admin already"]);
  });

  test("to an account that is there gives it a new password, because the mailbox is proven", async () => {
    const member = testSettings.LOCAL_MEMBER_EMAIL ?? "";
    await admitted(member, "owner");
    expect((await signIn(visitor(), member, testSettings.LOCAL_MEMBER_PASSWORD ?? "")).status).toBe(401);
    expect((await signIn(visitor(), member, password)).headers.location).toBe("/admin?done=signed-in");
  });

  test("that is taken back, has run out, or never was, opens nothing and says why", async () => {
    await invite("kai@letters.example");
    const path = await pathFor("kai@letters.example", "invitation");
    const id = new Page((await owner.get("/admin/admins")).body).attribute('input[name="id"]', "value") ?? "";
    await stack.query("update public.admin_invitations set invited_at = now() - interval '7 days' where id = $1", [id]);
    expect((await shown(path)).text).toContain("This invitation has run out.");
    expect((await visitor().post(path, { next: password })).headers.location).toBe(path);
    await stack.query("update public.mails set created_at = created_at - interval '2 minutes'", []);
    expect((await owner.post(invitePath, { intent: "again", id })).headers.location).toBe(
      "/admin/admins?done=invitation-sent",
    );
    expect((await shown(path)).text).toContain("Choose a password to accept");
    for (const done of ["withdrawn", "gone"])
      expect((await owner.post(invitePath, { intent: "withdraw", id })).headers.location).toBe(
        `/admin/admins?done=invitation-${done}`,
      );
    expect((await shown(path)).text).toContain("This invitation was taken back.");
    expect((await visitor().post(path, { next: password })).headers.location).toBe(path);
    expect(await stack.query("select from auth.users where email = 'kai@letters.example'", [])).toEqual([]);
    expect(await shown(`/admin/invitation/${"a".repeat(32)}`)).toMatchObject({ status: 404 });
    expect(await shown("/admin/invitation/nonsense")).toMatchObject({ status: 404 });
  });

  test("needs a fresh proof", async () => {
    await stack.query("update public.admin_sessions set proved_at = now() - interval '11 minutes'", []);
    const expected = `/admin/proof?to=${encodeURIComponent(invitePath)}`;
    expect((await owner.get(invitePath)).headers.location).toBe(expected);
    expect((await invite("late@letters.example")).headers.location).toBe(expected);
    await stack.query("update public.admin_sessions set proved_at = now()", []);
  });
});

describe("a forgotten password", () => {
  const email = "lani@letters.example";
  const ask = (address: string) => visitor().post("/admin/forgotten", { email: address });

  test("ASVS 6.3.8: is asked about with one answer, in at least 400 ms, whoever it is", async () => {
    await admitted(email);
    const known = [email, ownersEmail, "nobody@letters.example", "second@letters.example"];
    const answers = [...known, ...Array(7).fill(email)].map(async (address) => {
      const begun = Date.now();
      const { status, headers } = await ask(address);
      expect([status, headers.location]).toEqual([303, "/admin/forgotten?done=asked"]);
      expect(Date.now() - begun).toBeGreaterThanOrEqual(395);
    });
    await Promise.all(answers);
    expect((await shown("/admin/forgotten?done=asked")).text).toContain("If an admin signs in with this address");
    expect(mailsTo("nobody@letters.example")).toEqual([]);
  });

  test("is replaced once by the link, ends every session, and opens nothing by itself", async () => {
    const before = visitor();
    expect((await signIn(before, email, password)).status).toBe(303);
    const path = await pathFor(email, "new-password");
    expect((await shown(path)).text).toContain(`For the account of ${email}.`);
    const person = visitor();
    const easy = await person.post(path, { next: "lanilanilani" });
    expect([easy.status, new Page(easy.body).text(".error")]).toEqual([
      422,
      "This password is easy to guess. Choose another one",
    ]);
    expect((await before.get("/admin")).status).toBe(200);
    const next = "ten old monk seals nap here";
    expect((await person.post(path, { next })).headers.location).toBe("/admin/login?done=new-password");
    expect((await person.get("/admin")).headers.location).toBe("/admin/login");
    expect((await before.get("/admin")).headers.location).toBe("/admin/login");
    expect((await person.post(path, { next: "one more time in the sun" })).headers.location).toBe(path);
    expect((await shown(path)).text).toContain("This link has been used.");
    expect((await signIn(visitor(), email, password)).status).toBe(401);
    expect((await signIn(visitor(), email, next)).status).toBe(303);
    await eventually(() => subjectsTo(email).includes("Your password was set anew"), "the notice");
    expect(await shown(`/admin/new-password/${"b".repeat(32)}`)).toMatchObject({ status: 404 });
  });

  test("link ends with a newer one, and after an hour", async () => {
    const first = await pathFor(email, "new-password");
    await stack.query("update public.mails set created_at = created_at - interval '2 minutes'", []);
    await stack.query("delete from public.mail_limits", []);
    await ask(email);
    const second = await pathFor(email, "new-password", 2);
    expect((await shown(first)).status).toBe(404);
    expect((await shown(second)).text).toContain("For the account of");
    await stack.query("update public.password_links set asked_at = now() - interval '1 hour'", []);
    expect((await shown(second)).text).toContain("This link does not work.");
    expect((await visitor().post(second, { next: password })).headers.location).toBe(second);
  });
});

describe("a new address of an admin", () => {
  const [email, moved] = ["pua@letters.example", "pua.new@letters.example"];

  test("is confirmed by the link to it, once; both are told, and every session ends", async () => {
    const person = await admitted(email);
    const ask = (address: string) => person.post("/admin/account/address", { email: address });
    for (const [address, message] of [
      [email, "This is the address that you have now"],
      [ownersEmail, "This address has an account of its own"],
    ] as const) {
      const refused = await ask(address);
      expect([refused.status, new Page(refused.body).text(".error")]).toEqual([422, message]);
    }
    expect((await ask("pua.wrong@letters.example")).headers.location).toBe("/admin/account/address?done=address-asked");
    const wrong = await pathFor("pua.wrong@letters.example", "new-address");
    expect((await person.post("/admin/account/address", { intent: "cancel" })).status).toBe(303);
    expect((await shown(wrong)).text).toContain("This change was canceled.");
    expect((await ask(moved)).status).toBe(303);
    const path = await pathFor(moved, "new-address");
    expect((await shown(path)).text).toContain(`Shall the account of ${email} sign in with ${moved}`);
    const elsewhere = visitor();
    for (let press = 0; press < 2; press += 1) expect((await elsewhere.post(path, {})).headers.location).toBe(path);
    expect((await shown(path)).text).toContain("Your address is changed.");
    expect((await person.get("/admin/account")).headers.location).toBe("/admin/login");
    expect((await signIn(visitor(), email, password)).status).toBe(401);
    expect((await signIn(visitor(), moved, password)).headers.location).toBe("/admin?done=signed-in");
    await eventually(
      () => subjectsTo(email).includes("Your address for signing in was changed"),
      "the old one is told",
    );
    await eventually(() => subjectsTo(moved).includes("Your address was changed"), "the new one is told");
    expect(subjectsTo(email)).toContain("A new address for signing in was asked for");
  });
});
