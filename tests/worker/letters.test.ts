import jsQR from "jsqr";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ticketPath } from "../../app/features/attendance/letters/status-link.ts";
import { signedAddress, withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { daytime } from "../support/daytime.ts";
import { eventually, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate } from "./tables.ts";

/** The stack of an operator whose site sends email. */
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
  expect(withoutSignature(signedIn.headers.location)).toBe("/admin?done=signed-in");
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const visitor = () => new Visitor(stack.url);
const signIn = (person: Visitor, email: string, secret: string) =>
  person.post("/admin/login", { email, password: secret });
const mailsTo = (email: string) => provider.mailbox.mails.filter(({ to }) => to[0] === email);
/** The path in the newest email of one kind. */
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

/** Makes a person an admin by invitation. */
async function admitted(email: string, role = "editor"): Promise<Visitor> {
  expect(withoutSignature((await invite(email, role)).headers.location)).toBe("/admin/admins?done=invited");
  const person = visitor();
  const path = await pathFor(email, "invitation");
  expect(withoutSignature((await person.post(path, { next: password })).headers.location)).toBe("/admin?done=accepted");
  return person;
}

describe("an invitation", () => {
  const email = "noe@letters.example";

  test("is confirmed first, sent, and accepted once, which signs the person in with its role", async () => {
    const asking = new Page((await owner.post(invitePath, { intent: "ask", email, role: "editor" })).body);
    expect(asking.text("#question")).toBe(`Invite ${email}?`);
    expect(mailsTo(email)).toEqual([]);
    expect(withoutSignature((await invite(email)).headers.location)).toBe("/admin/admins?done=invited");
    expect(withoutSignature((await invite(email)).headers.location)).toBe("/admin/admins?done=already-invited");
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
    expect(withoutSignature((await person.post(path, { next: password })).headers.location)).toBe(
      "/admin?done=accepted",
    );
    expect(new Page((await person.get(await signedAddress("/admin?done=accepted"))).body).text("main")).toContain(
      "Welcome!",
    );
    expect(
      await stack.query("select a.role from public.admin_users a join auth.users u using (id) where email = $1", [
        email,
      ]),
    ).toEqual([{ role: "editor" }]);

    const log = new Page((await owner.get("/admin/log?table=access")).body);
    const lines = log.texts('td[data-label="Changes"]');
    expect(lines.find((line) => line.startsWith("Invitation for:"))).toContain(`Invitation for: ${email}`);
    expect(lines.find((line) => line.startsWith("Invited by:"))).toContain(`Invited by: ${ownersEmail}`);
    const made = new Page((await owner.get("/admin/log?table=admin_users&verb=insert")).body);
    expect(made.texts('td[data-label="Who"]')[0]).toBe(email);

    expect((await shown(path)).text).toContain("This invitation has been accepted.");
    const late = await visitor().post(path, { next: "another calm swell at noon" });
    expect([late.status, late.headers.location]).toEqual([303, path]);
    expect((await signIn(visitor(), email, password)).status).toBe(303);
    expect(await list()).not.toContain("Open, sent");
    const refusal = await invite(email);
    expect([refusal.status, new Page(refusal.body).text(".error")]).toEqual([422, "This person is an admin already"]);
  });

  test("to an existing account sets a new password, because the mailbox is proven", async () => {
    const member = testSettings.LOCAL_MEMBER_EMAIL ?? "";
    await admitted(member, "owner");
    expect((await signIn(visitor(), member, testSettings.LOCAL_MEMBER_PASSWORD ?? "")).status).toBe(401);
    expect(withoutSignature((await signIn(visitor(), member, password)).headers.location)).toBe(
      "/admin?done=signed-in",
    );
  });

  test("that was withdrawn, has expired or never existed opens nothing, and says why", async () => {
    await invite("kai@letters.example");
    const path = await pathFor("kai@letters.example", "invitation");
    const id = new Page((await owner.get("/admin/admins")).body).attribute('input[name="id"]', "value") ?? "";
    await stack.query("update private.admin_invitations set invited_at = now() - interval '7 days' where id = $1", [
      id,
    ]);
    expect((await shown(path)).text).toContain("This invitation has run out.");
    expect((await visitor().post(path, { next: password })).headers.location).toBe(path);
    await stack.query("update public.mails set created_at = created_at - interval '2 minutes'", []);
    expect(withoutSignature((await owner.post(invitePath, { intent: "again", id })).headers.location)).toBe(
      "/admin/admins?done=invitation-sent",
    );
    expect((await shown(path)).text).toContain("Choose a password to accept");
    for (const done of ["withdrawn", "gone"])
      expect(withoutSignature((await owner.post(invitePath, { intent: "withdraw", id })).headers.location)).toBe(
        `/admin/admins?done=invitation-${done}`,
      );
    expect((await shown(path)).text).toContain("This invitation was taken back.");
    expect((await visitor().post(path, { next: password })).headers.location).toBe(path);
    expect(await stack.query("select from auth.users where email = 'kai@letters.example'", [])).toEqual([]);
    expect(await shown(`/admin/invitation/${"a".repeat(32)}`)).toMatchObject({ status: 404 });
    expect(await shown("/admin/invitation/nonsense")).toMatchObject({ status: 404 });
  });

  test("requires a fresh proof", async () => {
    await stack.query("update private.admin_sessions set proved_at = now() - interval '11 minutes'", []);
    const expected = `/admin/proof?to=${encodeURIComponent(invitePath)}`;
    expect((await owner.get(invitePath)).headers.location).toBe(expected);
    expect((await invite("late@letters.example")).headers.location).toBe(expected);
    await stack.query("update private.admin_sessions set proved_at = now()", []);
  });
});

describe("a forgotten password", () => {
  const email = "lani@letters.example";
  const ask = (address: string) => visitor().post("/admin/forgotten", { email: address });

  test("ASVS 6.3.8: is reported with the same response for everyone, in at least 400 ms", async () => {
    await admitted(email);
    const known = [email, ownersEmail, "nobody@letters.example", "second@letters.example"];
    const answers = [...known, ...Array(7).fill(email)].map(async (address) => {
      const begun = Date.now();
      const { status, headers } = await ask(address);
      expect([status, withoutSignature(headers.location)]).toEqual([303, "/admin/forgotten?done=asked"]);
      expect(Date.now() - begun).toBeGreaterThanOrEqual(395);
    });
    await Promise.all(answers);
    expect((await shown(await signedAddress("/admin/forgotten?done=asked"))).text).toContain(
      "If an admin uses this address",
    );
    expect(mailsTo("nobody@letters.example")).toEqual([]);
  });

  test("is replaced once by the link, which ends every session and does not sign anyone in", async () => {
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
    expect(withoutSignature((await person.post(path, { next })).headers.location)).toBe(
      "/admin/login?done=new-password",
    );
    expect((await person.get("/admin")).headers.location).toBe("/admin/login");
    expect((await before.get("/admin")).headers.location).toBe("/admin/login");
    expect((await person.post(path, { next: "one more time in the sun" })).headers.location).toBe(path);
    expect((await shown(path)).text).toContain("This link has been used.");
    expect((await signIn(visitor(), email, password)).status).toBe(401);
    expect((await signIn(visitor(), email, next)).status).toBe(303);
    await eventually(() => subjectsTo(email).includes("Your password was reset"), "the notice");
    expect(await shown(`/admin/new-password/${"b".repeat(32)}`)).toMatchObject({ status: 404 });
  });

  test("has a used link that stays used, and a newer one that is good for an hour", async () => {
    const first = await pathFor(email, "new-password");
    await stack.query("update public.mails set created_at = created_at - interval '2 minutes'", []);
    await stack.query("delete from private.spending", []);
    await ask(email);
    const second = await pathFor(email, "new-password", 2);
    expect((await shown(first)).text).toContain("This link has been used.");
    expect((await shown(second)).text).toContain("For the account of");
    await stack.query("update private.password_links set asked_at = now() - interval '1 hour'", []);
    expect((await shown(second)).text).toContain("This link does not work.");
    expect((await visitor().post(second, { next: password })).headers.location).toBe(second);
  });
});

describe("an admin's new address", () => {
  const [email, moved] = ["pua@letters.example", "pua.new@letters.example"];

  test("is confirmed once by the link sent to it; both addresses are notified, and every session ends", async () => {
    const person = await admitted(email);
    const ask = (address: string) => person.post("/admin/account/address", { email: address });
    for (const [address, message] of [
      [email, "This is the address that you have now"],
      [ownersEmail, "This address has an account of its own"],
    ] as const) {
      const refused = await ask(address);
      expect([refused.status, new Page(refused.body).text(".error")]).toEqual([422, message]);
    }
    expect(withoutSignature((await ask("pua.wrong@letters.example")).headers.location)).toBe(
      "/admin/account/address?done=address-asked",
    );
    const wrong = await pathFor("pua.wrong@letters.example", "new-address");
    expect((await person.post("/admin/account/address", { intent: "cancel" })).status).toBe(303);
    expect((await shown(wrong)).text).toContain("This change was canceled.");
    expect((await ask(moved)).status).toBe(303);
    const path = await pathFor(moved, "new-address");
    expect((await shown(path)).text).toContain(
      `Do you want to sign in with ${moved} from now on, instead of ${email}?`,
    );
    const elsewhere = visitor();
    for (let press = 0; press < 2; press += 1) expect((await elsewhere.post(path, {})).headers.location).toBe(path);
    expect((await shown(path)).text).toContain("Your email address is changed.");
    expect((await person.get("/admin/account")).headers.location).toBe("/admin/login");
    expect((await signIn(visitor(), email, password)).status).toBe(401);
    expect(withoutSignature((await signIn(visitor(), moved, password)).headers.location)).toBe("/admin?done=signed-in");
    await eventually(
      () => subjectsTo(email).includes("Your email address for signing in was changed"),
      "the old one is told",
    );
    await eventually(() => subjectsTo(moved).includes("Your email address was changed"), "the new one is told");
    expect(subjectsTo(email)).toContain("Someone asked to change your email address for signing in");
  });
});

describe("a new address that the auth server accepted but the database could not record", () => {
  const [email, moved] = ["noa@letters.example", "noa.moved@letters.example"];
  const told = "Your email address for signing in was changed";
  const signature =
    "public.note_new_address(p_token_digest text) returns boolean language plpgsql security definer set search_path to ''";

  test("is still reported to the old address, after the response or when the form is sent again", async () => {
    const person = await admitted(email);
    const [noted] = await stack.query(
      "select pg_get_functiondef('public.note_new_address(text)'::regprocedure) as text",
      [],
    );
    for (const [from, to, mends] of [
      [email, moved, "behind the answer"],
      [moved, email, "by another press"],
    ] as const) {
      const one = from === email ? person : visitor();
      if (one !== person) {
        await signIn(one, moved, password);
        await stack.query("update private.admin_sessions set proved_at = now()", []);
      }
      expect((await one.post("/admin/account/address", { email: to })).headers.location, mends).toContain(
        "address-asked",
      );
      const path = await pathFor(to, "new-address");
      await stack.query(
        `create or replace function ${signature} as $$ begin raise exception 'gone' using errcode = 'XX000'; end $$`,
        [],
      );
      const failed = await visitor().post(path, {});
      expect([failed.status, new Page(failed.body).text("main")]).toEqual([
        503,
        expect.stringContaining("could not be changed right now"),
      ]);
      expect(failed.body).not.toContain("stays as it is");
      expect(subjectsTo(from)).not.toContain(told);
      await stack.query(String(noted?.text), []);
      if (mends === "by another press") expect((await visitor().post(path, {})).headers.location).toBe(path);
      // Before the first attempt after the response, which is made a second later.
      if (mends === "by another press") expect((await shown(path)).text).toContain("Your email address is changed.");
      await eventually(() => subjectsTo(from).includes(told), mends, 20);
      expect((await shown(path)).text).toContain("Your email address is changed.");
    }
  }, 90_000);
});

describe("a reservation", () => {
  const at = "/events/hula-night";
  const question = "Do you dance?";
  const questionId = "5e0d8f7e-3a70-4c52-8a0c-7a2c5a3f1b01";
  beforeAll(async () => {
    await stack.query(
      `insert into public.events (key, title, starts_at, ends_at, date_precision, place, summary, is_published, attendee_limit, takes_reservations, party_limit)
       values ('hula-night', 'Hula night', now() + interval '30 days', now() + interval '30 days 3 hours', 'exact', 'Hilo', 'Soon.', true, 3, true, 3)`,
      [],
    );
    await stack.query(
      "insert into public.event_questions (id, event_id, position, kind, text) select $1, id, 1, 'short', $2 from public.events where key = 'hula-night'",
      [questionId, question],
    );
    await stack.query(daytime, []);
  });
  const reserve = (email: string, fields = {}) => visitor().post(at, { name: "Kaʻiulani", email, ...fields });
  const ownPage = (email: string) =>
    eventually(() => {
      const [{ text = "" } = {}] = mailsTo(email);
      return /\/w\/[a-z2-7]{32}/.exec(text)?.[0];
    }, `a receipt to ${email}`);
  const press = async (path: string, intent: string, fields = {}) =>
    new Page((await visitor().postAndFollow(path, { intent, ...fields })).body).text("main") ?? "";
  const textOf = async (path: string) => (await shown(path)).text ?? "";
  const ticketOf = (path: string) => ticketPath(path.replace("/w/", ""));
  const [first, second, third] = [1, 2, 3].map((number) => `reserve-${number}@letters.example`) as [
    string,
    string,
    string,
  ];
  let own: string;

  test("holds a spot for two hours, and responds the same when the same address signs up again", async () => {
    const page = new Page((await visitor().get(at)).body);
    expect(page.text("#waitlist")).toMatch(/^Reserve a spot.*3 of 3 spots left, as of \d+:\d\d [AP]M HST\./);
    expect(page.texts("#waitlist label")).toContain(question);
    const answer = await reserve(first, { party: "2", [`q-${questionId}`]: "A little" });
    expect(answer.headers.location).toMatch(/^\/events\/hula-night\?done=placed&at=.*#waitlist$/);
    const said = new Page((await visitor().get(answer.headers.location?.split("#")[0] ?? "")).body);
    expect(said.text('#waitlist [role="status"]')).toMatch(
      /^One more step: confirm by email\. We are holding the reservation: .* within two hours\./,
    );
    expect(said.all("#waitlist form")).toEqual([]);
    expect((await reserve(first.toUpperCase())).headers.location).toContain("done=placed");
    own = await ownPage(first);
    expect(await textOf(own)).toMatch(/We hold 2 spots for you until .* Confirm your address below to keep them\./);
    const written = new Page((await visitor().get(own)).body);
    expect(written.value(`q-${questionId}`) ?? written.text(`textarea[name="q-${questionId}"]`)).toBe("A little");
    expect(await shown(await ticketOf(own))).toMatchObject({
      status: 200,
      text: expect.stringContaining("There is no ticket for you here"),
    });
  });

  test("becomes a ticket once it is confirmed, whose QR code leads to check-in and tells a stranger nothing", async () => {
    expect(await press(own, "confirm")).toMatch(/You have 2 spots\. Show your ticket at the door\..*Open your ticket/);
    const answer = await visitor().get(await ticketOf(own));
    expect(answer.headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "same-origin",
    });
    const page = new Page(answer.body);
    expect(page.text(".paper")).toMatch(/^Hula nightWhen.*WhereHiloNameKaʻiulaniSpotsFor 2 people/);
    const code = page.text(".ticket-code") ?? "";
    expect(code).toMatch(/^[A-Z]{4} [A-Z]{4}$/);
    const [svg = ""] = /<svg[^>]*class="qr-code".*?<\/svg>/s.exec(answer.body) ?? [];
    const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const address = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? "";
    expect(address).toBe(`${stack.url}/check-in/${code.replace(" ", "").toLowerCase()}`);
    expect(await textOf(new URL(address).pathname)).toMatch(/^Show this at the door/);
    expect(answer.body, "the picture and the words do not name the link").not.toContain(await ticketOf(own));
    await eventually(() => subjectsTo(first).includes("Your ticket for Hula night"), "the ticket by mail");
  });

  test("has a ticket whose link shows it, and neither leads to the person's page nor changes anything", async () => {
    const ticket = await ticketOf(own);
    const answer = await visitor().get(ticket);
    expect(answer.body).not.toContain(own.replace("/w/", ""));
    const asPage = ticket.replace("/t/", "/w/");
    expect((await shown(asPage)).status).toBe(404);
    for (const intent of ["leave", "erase", "not-mine", "change-party", "change-address", "new-link"])
      await visitor().post(asPage, { intent, party: "1", email: "finder@letters.example" });
    for (const path of [`${asPage}/agenda`, `${asPage}/attendance`, `${asPage}.json`, own.replace("/w/", "/t/")])
      expect((await visitor().get(path)).status, path).toBe(404);
    expect((await visitor().post(ticket, { intent: "leave" })).status).toBe(405);
    expect(await textOf(own)).toContain("You have 2 spots.");
  });

  test("can be changed to more or fewer people, as far as free spots and the event allow", async () => {
    const change = (party: string) => visitor().post(own, { intent: "change-party", party });
    for (const [party, message] of [
      ["0", "Choose how many people come"],
      ["4", "One person can sign up 3 people at most"],
    ] as const) {
      const refused = await change(party);
      expect([refused.status, new Page(refused.body).text(".error")]).toEqual([422, message]);
    }
    expect(withoutSignature((await change("3")).headers.location)).toBe(`${own}?done=party`);
    expect(new Page((await visitor().get(await ticketOf(own))).body).text(".paper")).toContain("For 3 people");
    expect((await change("2")).status).toBe(303);
    expect((await reserve(second)).headers.location).toContain("done=placed");
    const full = await change("3");
    expect([full.status, new Page(full.body).text(".error")]).toEqual([
      422,
      "No more spots are free; your reservation stays as it is",
    ]);
  });

  test("on the waitlist shows its position and the rule, is offered freed spots, and accepts them once", async () => {
    expect((await reserve(third, { party: "2" })).headers.location).toContain("done=in-line");
    const [seconds, thirds] = [await ownPage(second), await ownPage(third)];
    await press(seconds, "confirm");
    expect(await press(thirds, "accept")).toContain("The offer had ended, or you had answered it before.");
    expect(await press(thirds, "confirm")).toMatch(
      /You are number 1 on the waitlist, for 2 people\. We contact you when/,
    );
    for (const done of ["accepted", "declined", "no-line", "no-new-link", "unknown"])
      expect(await textOf(`${thirds}?done=${done}`), done).toBe(await textOf(thirds));
    expect(await textOf(thirds)).toContain("Free spots go to the people on the waitlist in order.");
    expect(await press(own, "leave")).toMatch(/You are no longer signed up\. .*only if it is still free/);
    expect((await shown(await ticketOf(own))).text).toContain("No ticket belongs to this link");
    await eventually(() => subjectsTo(third).includes("2 spots are available for you at Hula night"), "the offer");
    await eventually(async () => (await textOf(thirds)).includes("Accept or decline by"), "the deadline");
    const presses = await Promise.all(Array.from({ length: 4 }, () => visitor().post(thirds, { intent: "accept" })));
    expect(presses.map(({ status, headers }) => [status, withoutSignature(headers.location)])).toEqual(
      Array(4).fill([303, `${thirds}?done=accepted`]),
    );
    expect(await press(thirds, "accept")).toContain("You have 2 spots.");
    expect(JSON.parse((await visitor().get(`${thirds}.json`)).body).position).toBeNull();
    expect(await press(own, "undo")).toMatch(
      /You are signed up again\. .*You are number 1 on the waitlist, for 2 people\./,
    );
  });

  test("can decline an offer, and be made again later", async () => {
    const thirds = await ownPage(third);
    await press(thirds, "leave");
    await eventually(async () => (await textOf(own)).includes("Accept or decline by"), "the offer");
    const declined = await press(own, "decline");
    expect(declined).toMatch(/You declined the 2 spots that we offered you\. .*Reserve 2 spots/);
    expect(await press(own, "join-line")).toContain("Your reservation is confirmed.");
    const file = JSON.parse((await visitor().get(`${own}.json`)).body);
    expect(file.reservation).toMatchObject({ state: "placed", party: 2 });
    expect(file.answers).toMatchObject([{ question, value: ["A little"] }]);
  });

  test("that was checked in has a page to print, with a chosen name or none", async () => {
    const path = `${own}/attendance`;
    expect(await shown(path)).toMatchObject({
      status: 404,
      text: expect.stringContaining("No check-in belongs to this link"),
    });
    await stack.query(
      `update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Leilani'
       where id = (select id from public.waitlist_entries where email = $1)`,
      [first],
    );
    expect(new Page((await visitor().get(own)).body).attributes("main a", "href")).toContain(path);
    const answer = await visitor().get(path);
    expect(answer.headers).toMatchObject({ "cache-control": "private, no-store", "x-robots-tag": "noindex" });
    const sheet = async (query = "") => new Page((await visitor().get(path + query)).body).text(".sheet") ?? "";
    expect(await sheet()).toMatch(/^Hula nightNameKaʻiulaniChecked in\w+, \w+ \d+, \d{4}WhereHiloOrganized by/);
    expect(await sheet("?name=K%C4%81hea%20%3Cb%3E")).toContain("NameKāhea <b>Checked in");
    expect(await sheet("?name=")).toMatch(/^Hula nightChecked in/);
    const long = await visitor().get(`${path}?name=${"a".repeat(101)}`);
    expect([long.status, new Page(long.body).text(".error")]).toEqual([422, "Name must be at most 100 characters"]);
    await stack.query("update public.reservations set arrived = null, checked_in_at = null, checked_in_by = null", []);
  });

  test("for a canceled event has a ticket that says so, without a QR code", async () => {
    await stack.query("update public.events set status = 'cancelled' where key = 'hula-night'", []);
    const page = new Page((await visitor().get(await ticketOf(own))).body);
    expect(page.text("main")).toContain("Canceled.");
    expect(page.all(".qr-code")).toEqual([]);
    expect(await textOf(own)).toContain("The event is canceled. You do not need to do anything.");
  });

  test.each([`/t/${"a".repeat(32)}`, "/t/short"])("has no ticket at %s: 404 with an explanation", async (path) => {
    expect(await shown(path)).toMatchObject({
      status: 404,
      text: expect.stringContaining("No ticket belongs to this link"),
    });
  });
});
