import { describe, expect, it } from "vitest";
import { denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const digest = (number: number) => number.toString(16).padStart(64, "0");
const newcomer = "noe@letters.example";
const owner = "admin@example.org";

const invite = (email = newcomer, role = "editor") =>
  database.call("admin", "public.invite_admin($1, $2)", email, role);
const again = (id: unknown) => database.call("admin", "public.send_invitation_again($1)", id);
const list = () => database.as("admin", "select * from public.open_invitations()");
const only = async () => (await list())[0] as Row;
const queued = (purpose: string) =>
  database.sql("select person, occurrence, state from public.mails where purpose = $1 order by occurrence", purpose);
/** Marks all mails as accepted, and as queued two minutes earlier. */
const sent = () =>
  database.sql(
    "update public.mails set state = 'accepted', next_attempt_at = null, created_at = created_at - interval '2 minutes'",
  );
/** Stores the link token of a new mail, as sending it does. */
const keep = (purpose: string, person: unknown, number = 1) =>
  database.sql("select private.keep_mail_link($1, $2, $3)", purpose, person, digest(number));
const find = (number = 1) => database.call<Row>("worker", "public.find_invitation($1)", digest(number));
const accept = (user: unknown, number = 1) =>
  database.call<boolean>("worker", "public.accept_invitation($1, $2)", digest(number), user);
/** Adds an account as the auth server does. @returns its id */
const account = async (email = newcomer) =>
  (
    await database.sql(
      "insert into auth.users (id, email, encrypted_password) values (gen_random_uuid(), $1, 'a hash') returning id",
      email,
    )
  )[0]?.id;
const unproved = () => database.sql("update private.admin_sessions set proved_at = now() - interval '10 minutes'");
const events = async () =>
  (await database.sql("select changes ->> 'event' as event from public.audit_log where verb = 'access' order by id"))
    .map(({ event }) => event)
    .filter((event) => event !== "signed-in");

describe("an invitation", () => {
  it("is queued as an email, and makes the account with its address an admin with its role, once", async () => {
    expect(await invite()).toBe("invited");
    expect(await queued("admin-invitation")).toHaveLength(1);
    const { id } = await only();
    expect(await only()).toMatchObject({
      email: newcomer,
      role: "editor",
      invited_by: owner,
      state: "open",
      mail: "due",
    });
    await keep("admin-invitation", id);
    expect(await find()).toMatchObject({ state: "open", email: newcomer, invited_by: owner, account: null });
    const user = await account();
    expect(await accept(user)).toBe(true);
    expect(await database.sql("select role from public.admin_users where id = $1", user)).toEqual([{ role: "editor" }]);
    expect(await find()).toMatchObject({ state: "accepted" });
    expect(await accept(user)).toBe(false);
    expect(await list()).toEqual([]);
    expect(await events()).toEqual(["invited", "invitation-accepted"]);
    const made = await database.sql(
      "select actor, actor_email from public.audit_log where row_id = $1 and table_name = 'admin_users'",
      user,
    );
    expect(made, "whoever accepts, and not the operator").toEqual([{ actor: user, actor_email: newcomer }]);
  });

  it("is resolved to its address in the log as long as that is known", async () => {
    await invite();
    const { id } = await only();
    const named = () => database.as("admin", "select * from public.logged_admins($1)", [id]);
    const logged = "select changes ->> 'invitation' as id from public.audit_log where changes ? 'invitation'";
    expect(await database.sql(logged)).toEqual([{ id }]);
    expect(await named()).toEqual([{ id, email: newcomer }]);
    await keep("admin-invitation", id);
    await accept(await account());
    expect(await named()).toEqual([{ id, email: newcomer }]);
    await database.sql("delete from private.admin_invitations");
    expect(await named(), "by the account").toEqual([{ id, email: newcomer }]);
    await database.sql(
      "delete from public.admin_users where id in (select id from auth.users where email = $1)",
      newcomer,
    );
    await database.sql("delete from auth.users where email = $1", newcomer);
    expect(await named()).toEqual([]);
  });

  it("can be accepted only by an account with its address", async () => {
    await invite();
    await keep("admin-invitation", (await only()).id);
    expect(await accept(database.idOf("member"))).toBe(false);
    expect(await accept(await account("other@letters.example"))).toBe(false);
    expect(await find()).toMatchObject({ state: "open" });
  });

  it("changes nothing for an address that is already invited or an admin", async () => {
    await invite();
    expect(await invite("Noe@Letters.Example", "owner")).toBe("already-invited");
    expect(await list()).toMatchObject([{ role: "editor" }]);
    expect(await queued("admin-invitation")).toHaveLength(1);
    expect(await invite("Admin@example.org")).toBe("already-admin");
  });

  it("expires after 7 days, and can be sent again for another 7 days", async () => {
    await invite();
    const { id } = await only();
    await keep("admin-invitation", id);
    expect(await again(id)).toBe("not-now");
    await sent();
    await database.sql("update private.admin_invitations set invited_at = now() - interval '7 days'");
    expect(await find()).toMatchObject({ state: "expired" });
    expect(await accept(await account())).toBe(false);
    expect(await again(id)).toBe("sent");
    expect(await find()).toMatchObject({ state: "open" });
    expect(await queued("admin-invitation")).toHaveLength(2);
    await sent();
    await database.sql("update private.admin_invitations set invited_at = now() - interval '7 days'");
    expect(await invite(newcomer, "owner")).toBe("invited");
    expect(await list()).toMatchObject([{ id, role: "owner", state: "open" }]);
  });

  it("can be withdrawn: the queued email has no content, and the link no longer works", async () => {
    await invite();
    const { id } = await only();
    await keep("admin-invitation", id);
    expect(await database.call("admin", "public.withdraw_invitation($1)", id)).toBe(true);
    expect(await database.call("admin", "public.withdraw_invitation($1)", id)).toBe(false);
    expect(await find()).toMatchObject({ state: "withdrawn" });
    expect(await accept(await account())).toBe(false);
    expect(await again(id)).toBe("gone");
    const [content] = await database.sql("select private.mail_content('admin-invitation', $1, 1) as content", id);
    expect(content).toEqual({ content: null });
    expect(await invite()).toBe("invited");
  });

  it("ends when the inviter is no longer an owner", async () => {
    const other = await account("other@letters.example");
    await database.sql("insert into public.admin_users (id) values ($1)", other);
    await invite();
    await database.sql("update private.admin_invitations set invited_by = $1", other);
    await keep("admin-invitation", (await only()).id);
    expect(await find()).toMatchObject({ state: "open" });
    await database.sql("update public.admin_users set role = 'editor' where id = $1", other);
    expect(await find()).toMatchObject({ state: "withdrawn" });
    expect(await accept(await account())).toBe(false);
    await database.sql("delete from public.admin_users where id = $1", other);
    expect(await find()).toEqual({ state: "nowhere" });
  });

  it("is limited to 20 a day per owner", async () => {
    for (let count = 0; count < 20; count += 1) expect(await invite(`noe-${count}@letters.example`)).toBe("invited");
    expect(await invite("one-more@letters.example")).toBe("not-now");
    expect(await list()).toHaveLength(20);
  });

  it("can be sent only by an owner with a fresh proof, and is not shown to editors", async () => {
    const mayNot = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: denied });
    await invite();
    const { id } = await only();
    await unproved();
    await mayNot(invite("two@letters.example"));
    await mayNot(again(id));
    expect(await list()).toHaveLength(1);
    for (const actor of ["stranger", "member", "worker"] as const) {
      await mayNot(database.call(actor, "public.invite_admin('x@letters.example', 'owner')"));
      await mayNot(database.as(actor, "select * from public.open_invitations()"));
      await mayNot(database.call(actor, "public.withdraw_invitation($1)", id));
    }
    // Another role changes the session's credentials, so the admin signs in again.
    await database.sql("insert into public.admin_users (id) values ($1)", await account("other@letters.example"));
    await database.sql("update public.admin_users set role = 'editor' where id = $1", database.idOf("admin"));
    await database.signIn();
    await mayNot(invite("two@letters.example"));
    await mayNot(database.as("admin", "select * from public.open_invitations()"));
    await mayNot(database.call("admin", "public.withdraw_invitation($1)", id));
  });
});

describe("a password-reset link", () => {
  const ask = (email = owner, number = 1) =>
    database.call("worker", "public.ask_password_link($1, $2)", email, key(number));
  const link = (number = 1) => database.call<Row>("worker", "public.find_password_link($1)", digest(number));
  const done = () => database.call<boolean>("worker", "public.note_password_reset($1)", database.idOf("admin"));
  const sessions = async () => (await database.sql("select from private.admin_sessions")).length;

  it("is queued only for an admin", async () => {
    await ask("nobody@letters.example", 2);
    await ask("member@example.org", 3);
    expect(await queued("password-link")).toEqual([]);
    await ask("Admin@Example.org");
    expect(await queued("password-link")).toMatchObject([{ person: database.idOf("admin"), occurrence: 1 }]);
  });

  it("works once within an hour; the reset ends every session, is logged, and notifies the account's owner", async () => {
    await ask();
    await keep("password-link", database.idOf("admin"));
    expect(await link()).toMatchObject({ state: "open", account: database.idOf("admin"), email: owner });
    await database.sql("update private.password_links set asked_at = now() - interval '1 hour'");
    expect(await link()).toMatchObject({ state: "expired" });
    await database.sql("update private.password_links set asked_at = now()");
    expect(await sessions()).toBe(1);
    expect(await done()).toBe(true);
    expect(await done()).toBe(false);
    expect(await link()).toMatchObject({ state: "used" });
    expect(await sessions()).toBe(0);
    expect(await events()).toEqual(["password-reset"]);
    expect(await queued("key-notice")).toHaveLength(1);
  });

  const anHourEarlier = "update private.password_links set asked_at = asked_at - interval '10 minutes'";

  it("lives beside the ones that others ask for, until one of them is used", async () => {
    await ask();
    await keep("password-link", database.idOf("admin"), 1);
    await ask();
    expect(await database.sql("select from private.password_links"), "one is on its way").toHaveLength(1);
    await sent();
    await database.sql(anHourEarlier);
    await ask();
    await keep("password-link", database.idOf("admin"), 2);
    for (const number of [1, 2]) expect(await link(number)).toMatchObject({ state: "open" });
    expect(await done()).toBe(true);
    for (const number of [1, 2]) expect(await link(number)).toMatchObject({ state: "used" });
  });

  it("is asked for five times a day by strangers, who use up nothing of a known browser or network", async () => {
    const askFrom = (network: string, browser: string) =>
      database.call("worker", "public.ask_password_link($1, $2, $3, $4, $5)", owner, key(1), key(2), network, browser);
    await database.sql(
      "insert into private.known_addresses (account_key, address_key) values ($1, $2)",
      key(2),
      key(3),
    );
    await database.sql(
      "insert into private.known_devices (user_id, device_key) values ($1, $2)",
      database.idOf("admin"),
      key(4),
    );
    const links = async () => (await database.sql("select from private.password_links")).length;
    for (let count = 0; count < 7; count += 1) {
      await askFrom(key(8), key(9));
      await sent();
    }
    expect(await links()).toBe(5);
    await askFrom(key(3), "");
    await sent();
    expect(await links(), "a known network").toBe(6);
    await askFrom(key(8), key(4));
    expect(await links(), "a known browser").toBe(7);
  });

  it.each([
    ["password", "update auth.users set encrypted_password = 'another hash' where id = $1"],
    ["address", "update auth.users set email = 'moved@letters.example' where id = $1"],
  ])("expires when the %s changes", async (_what, change) => {
    await ask();
    await keep("password-link", database.idOf("admin"));
    await database.sql(change, database.idOf("admin"));
    expect(await link()).toMatchObject({ state: "expired" });
  });

  it("can be created and used only by the Worker", async () => {
    for (const actor of ["stranger", "member", "admin"] as const)
      for (const call of ["ask_password_link('a', 'b')", "find_password_link('a')", "note_password_reset(null)"])
        await expect(database.call(actor, `public.${call}`)).rejects.toMatchObject({ code: denied });
  });
});

describe("a change of an admin's address", () => {
  const next = "moved@letters.example";
  const ask = (email = next) => database.call("admin", "public.ask_admin_address($1)", email);
  const find = (number = 1) => database.call<Row>("worker", "public.find_admin_address($1)", digest(number));
  const note = (number = 1) => database.call<boolean>("worker", "public.note_new_address($1)", digest(number));
  const pending = () => database.call<Row | null>("admin", "public.own_address_change()");
  const change = async () =>
    (await database.sql("select id from private.admin_address_changes where canceled_at is null"))[0]?.id;
  const setAddress = (email = next) =>
    database.sql("update auth.users set email = $2 where id = $1", database.idOf("admin"), email);
  const contents = (purpose: string) =>
    database.sql(
      "select private.mail_content(purpose, person, occurrence) as content from public.mails where purpose = $1 order by occurrence",
      purpose,
    );

  it("asks the new address and notifies the old one; once made, notifies both and ends every session", async () => {
    expect(await ask()).toBe("asked");
    expect(await pending()).toMatchObject({ email: next });
    expect(await contents("admin-new-address")).toMatchObject([{ content: { email: next } }]);
    await keep("admin-new-address", await change());
    expect(await find()).toMatchObject({ state: "open", email: next, previous_email: owner });
    await setAddress();
    expect(await note()).toBe(true);
    expect(await note()).toBe(false);
    expect(await find()).toMatchObject({ state: "changed" });
    expect(await contents("admin-old-address")).toEqual([
      { content: { email: owner, is_changed: false } },
      { content: { email: owner, is_changed: true } },
    ]);
    expect(await contents("key-notice")).toMatchObject([{ content: { email: next, event: "address-changed" } }]);
    expect(await database.sql("select from private.admin_sessions")).toEqual([]);
    expect(await events()).toEqual(["address-asked", "address-changed"]);
  });

  it("is refused for the same address, for one that is taken, and without a fresh proof", async () => {
    expect(await ask("Admin@example.org")).toBe("same");
    expect(await ask("Member@example.org")).toBe("taken");
    await unproved();
    await expect(ask()).rejects.toMatchObject({ code: denied });
    await expect(database.call("member", "public.ask_admin_address($1)", next)).rejects.toMatchObject({
      code: denied,
    });
    expect(await pending()).toBeNull();
  });

  it("can be canceled, and expires after 24 hours", async () => {
    await ask();
    await keep("admin-new-address", await change());
    await database.sql("update private.admin_address_changes set asked_at = now() - interval '24 hours'");
    expect(await find()).toMatchObject({ state: "expired" });
    expect(await pending()).toBeNull();
    await database.sql("update private.admin_address_changes set asked_at = now()");
    expect(await database.call("admin", "public.cancel_address_change()")).toBe(true);
    expect(await database.call("admin", "public.cancel_address_change()")).toBe(false);
    expect(await find()).toMatchObject({ state: "canceled" });
    // Confirmed in the same second: the address has changed, so both addresses are notified.
    await setAddress();
    expect(await note()).toBe(true);
    expect(await find()).toMatchObject({ state: "changed" });
  });

  it("is settled by cron, once, if the auth server has made it but it was not noted", async () => {
    const settle = () => database.call<number>("worker", "public.settle_address_changes()");
    await ask();
    await keep("admin-new-address", await change());
    expect(await settle()).toBe(0);
    await setAddress();
    expect([await settle(), await settle()]).toEqual([1, 0]);
    expect(await find()).toMatchObject({ state: "changed" });
    expect(await contents("admin-old-address")).toContainEqual({ content: { email: owner, is_changed: true } });
    expect(await database.sql("select from private.admin_sessions")).toEqual([]);
  });

  it("is replaced by a newer one", async () => {
    await ask();
    await keep("admin-new-address", await change(), 1);
    expect(await ask("third@letters.example")).toBe("asked");
    await keep("admin-new-address", await change(), 2);
    expect(await find(1)).toMatchObject({ state: "canceled" });
    expect(await find(2)).toMatchObject({ state: "open", email: "third@letters.example" });
  });

  it("ends when the password changes, so that someone with the old one cannot continue", async () => {
    await ask();
    await keep("admin-new-address", await change());
    await database.sql("update auth.users set encrypted_password = 'new' where id = $1", database.idOf("admin"));
    expect(await find()).toMatchObject({ state: "canceled" });
    expect(await note()).toBe(false);
  });

  it("fails when another account has taken the address in the meantime", async () => {
    await ask();
    await keep("admin-new-address", await change());
    await account(next);
    expect(await find()).toMatchObject({ state: "taken" });
    expect(await note()).toBe(false);
  });
});
