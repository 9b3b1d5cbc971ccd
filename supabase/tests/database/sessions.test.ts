import { beforeEach, describe, expect, it } from "vitest";
import { denied, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
let admin: string;
beforeEach(() => {
  admin = database.idOf("admin");
});

const standing = async () =>
  (await database.as<{ standing: string }>("admin", "select standing from public.own_standing()"))[0]?.standing;
const isAdmin = () => database.call<boolean>("admin", "public.is_admin()");
const begin = (session: string, deviceKey: string | null = null) =>
  database.call("worker", "public.begin_session($1, $2, 'Firefox on Linux', $3)", admin, session, deviceKey);
const session = (number: number) => `00000000-0000-4000-8000-0000000001${String(number).padStart(2, "0")}`;
async function change(statements: string) {
  for (const statement of statements.split(";")) await database.sql(statement.replaceAll("$admin", `'${admin}'`));
}
const log = async () =>
  (
    await database.sql<{ changes: { event: string } }>(
      "select changes from public.audit_log where verb = 'access' and row_id = $1 order by id",
      admin,
    )
  ).map(({ changes }) => changes);
const notices = async () =>
  (
    await database.sql<{ event: string }>(
      `select private.mail_content(m.purpose, m.person, m.occurrence) ->> 'event' as event
       from public.mails m where m.purpose = 'key-notice' and m.person = $1 order by m.id`,
      admin,
    )
  ).map(({ event }) => event);
const giveFactor = () =>
  change(
    `insert into private.second_factors (user_id, sealed_secret, last_step) values ($admin, 'Fe26.2*' || repeat('a', 60), 1)`,
  );

describe("an admin's token", () => {
  it("gives access with a session in our table, and updates when that was seen", async () => {
    await change("update private.admin_sessions set seen_at = now() - interval '5 minutes'");
    expect([await isAdmin(), await standing()]).toEqual([true, "open"]);
    expect(await database.sql("select from private.admin_sessions where seen_at = now()")).toHaveLength(1);
  });

  it.each([
    ["has no session", "delete from private.admin_sessions"],
    [
      "has the session of another account",
      "update private.admin_sessions set user_id = (select id from public.admin_users where id <> $admin)",
    ],
    ["was not seen for 30 minutes", "update private.admin_sessions set seen_at = now() - interval '30 minutes'"],
    ["began 8 hours ago", "update private.admin_sessions set started_at = now() - interval '8 hours'"],
    ["has another password", "update auth.users set encrypted_password = 'another' where id = $admin"],
    ["has another address", "update auth.users set email = 'new@example.org' where id = $admin"],
    ["has another role", "update public.admin_users set role = 'editor' where id = $admin"],
  ])("gives no access when it %s", async (_, statement) => {
    await database.sql("insert into public.admin_users (id) values ($1)", database.idOf("member"));
    await change(statement);
    expect([await isAdmin(), await standing()]).toEqual([false, "ended"]);
    expect(await database.as("admin", "select from public.audit_log")).toEqual([]);
    await expect(database.call("admin", "public.dashboard()")).rejects.toMatchObject({ code: denied });
  });

  it("gives no access before the code if its account has a second factor", async () => {
    await giveFactor();
    expect(await standing()).toBe("ended");
    await database.signIn();
    expect([await isAdmin(), await standing()]).toEqual([false, "code"]);
    await change("update private.admin_sessions set verified_at = now()");
    expect([await isAdmin(), await standing()]).toEqual([true, "open"]);
  });

  it("gives access for 7 days without a required second factor, from then or from the first sign-in", async () => {
    const required = (days: number, firstSignIn: number) =>
      change(
        `update private.access_settings set factor_required_at = now() - interval '${days} days';
         update public.admin_users set first_signed_in_at = now() - interval '${firstSignIn} days' where id = $admin`,
      );
    for (const [days, firstSignIn, expected] of [
      [6, 400, "open"],
      [7, 400, "factor"],
      [400, 6, "open"],
      [400, 7, "factor"],
    ] as const) {
      await required(days, firstSignIn);
      expect([days, firstSignIn, await standing()]).toEqual([days, firstSignIn, expected]);
      expect(await isAdmin()).toBe(expected === "open");
    }
  });
});

describe("a sign-in", () => {
  it("begins no session for an account that is not an admin", async () => {
    const member = database.idOf("member");
    expect(await database.call("worker", "public.begin_session($1, $2, 'Safari on Mac')", member, session(1))).toBe(
      "member",
    );
    expect(await database.sql("select from private.admin_sessions where user_id = $1", member)).toEqual([]);
  });

  it("is logged, and causes a notice for a new browser unless it is the first of all", async () => {
    await change(
      "delete from private.known_devices; update public.admin_users set first_signed_in_at = null where id = $admin",
    );
    await change("delete from private.admin_sessions");
    const before = (await log()).length;
    await begin(session(1), key(1));
    await begin(session(2), key(2));
    await begin(session(3), key(2));
    expect((await log()).slice(before)).toEqual([
      { event: "signed-in", device: "Firefox on Linux" },
      { event: "signed-in", device: "Firefox on Linux" },
      { event: "new-device", device: "Firefox on Linux" },
      { event: "signed-in", device: "Firefox on Linux" },
    ]);
    expect(await notices()).toEqual(["new-device"]);
  });

  it("treats a browser that was not used for 90 days as new", async () => {
    await begin(session(1), key(1));
    await change("update private.known_devices set last_used_at = now() - interval '90 days'");
    await begin(session(2), key(2));
    await begin(session(3), key(1));
    expect((await notices()).length).toBe(3);
  });

  it("is logged with the reason if it is refused for an admin's account, up to a limit", async () => {
    const before = (await log()).length;
    const refuse = (email: string, reason: string) =>
      database.call("worker", "public.note_refused_sign_in($1, $2, 'A browser')", email, reason);
    for (const reason of [...Array(25).fill("wrong-password"), "too-many", "too-many", "too-many"])
      await refuse("Admin@example.org", reason);
    await refuse("member@example.org", "wrong-password");
    await refuse("nobody@example.org", "wrong-password");
    expect((await log()).slice(before).map((entry) => Object(entry).reason)).toEqual([
      ...Array(20).fill("wrong-password"),
      "too-many",
    ]);
    const refused = await database.sql(
      "select actor, actor_email from public.audit_log where changes ->> 'event' = 'sign-in-refused'",
    );
    expect(refused).toEqual(Array(21).fill({ actor: null, actor_email: null }));
  });

  it("logs a wrong password in a fresh proof as an action of the signed-in admin", async () => {
    const before = (await log()).length;
    await database.call(
      "worker",
      "public.note_refused_sign_in('admin@example.org', 'wrong-password', 'A browser', true)",
    );
    expect((await log()).slice(before)).toMatchObject([{ event: "proof-refused", reason: "wrong-password" }]);
    const [refused] = await database.sql(
      "select actor, actor_email from public.audit_log where changes ->> 'event' = 'proof-refused'",
    );
    expect(refused).toEqual({ actor: admin, actor_email: "admin@example.org" });
  });

  it("stays verified if it replaces the session that changed the password, and causes a notice", async () => {
    await giveFactor();
    await change("delete from private.admin_sessions");
    await database.signIn();
    await change("update private.admin_sessions set verified_at = now()");
    await change("update auth.users set encrypted_password = 'another' where id = $admin");
    await database.signIn();
    expect(await standing()).toBe("open");
    expect(await notices()).toEqual(["password-changed"]);
  });
});

describe("sessions", () => {
  const list = () =>
    database.as<{ id: string; is_own: boolean }>("admin", "select id, is_own from public.sessions_of($1)", admin);
  const unproved = () => change("update private.admin_sessions set proved_at = now() - interval '10 minutes'");

  it("are listed while they are valid", async () => {
    for (const number of [1, 2, 3, 4]) await begin(session(number));
    await change(
      `update private.admin_sessions set seen_at = now() - interval '31 minutes' where id = '${session(1)}'`,
    );
    await change(
      `update private.admin_sessions set started_at = now() - interval '9 hours' where id = '${session(2)}'`,
    );
    await change(`update private.admin_sessions set keys = repeat('0', 64) where id = '${session(3)}'`);
    const alive = await list();
    expect(alive.map(({ id }) => id)).toContain(session(4));
    expect([alive.length, alive.filter(({ is_own }) => is_own).length]).toEqual([2, 1]);
  });

  it("can be ended one by one, or all others at once, with a fresh proof", async () => {
    for (const number of [1, 2, 3]) await begin(session(number));
    const end = (one: string | null) => database.call<number>("admin", "public.end_sessions($1, $2)", admin, one);
    await unproved();
    await expect(end(session(1))).rejects.toMatchObject({ code: denied });
    await expect(end(null)).rejects.toMatchObject({ code: denied });
    await change("update private.admin_sessions set proved_at = now() - interval '9 minutes'");
    expect(await end(session(1))).toBe(1);
    expect(await end(session(1))).toBe(0);
    expect(await end(null)).toBe(2);
    expect((await list()).map(({ is_own }) => is_own)).toEqual([true]);
    expect(await notices()).toEqual([]);
  });

  it("of others can be seen and ended only by owners, and the account is notified", async () => {
    const other = database.idOf("member");
    await database.sql("insert into public.admin_users (id, role) values ($1, 'editor')", other);
    await database.call("worker", "public.begin_session($1, $2, 'Safari on Mac')", other, session(9));
    expect(await database.as("admin", "select device from public.sessions_of($1)", other)).toEqual([
      { device: "Safari on Mac" },
    ]);
    expect(await database.call("admin", "public.end_sessions($1, $2)", other, session(9))).toBe(1);
    const [mail] = await database.sql(
      "select private.mail_content(purpose, person, occurrence) as content from public.mails where person = $1",
      other,
    );
    expect(mail).toMatchObject({
      content: {
        event: "session-ended",
        email: "member@example.org",
        by: "admin@example.org",
        device: "Safari on Mac",
      },
    });
    await change(
      "update public.admin_users set role = 'owner' where id <> $admin; update public.admin_users set role = 'editor' where id = $admin",
    );
    await database.signIn();
    await expect(database.as("admin", "select from public.sessions_of($1)", other)).rejects.toMatchObject({
      code: denied,
    });
    await expect(database.call("admin", "public.end_sessions($1)", other)).rejects.toMatchObject({ code: denied });
    expect(await list()).toHaveLength(1);
  });

  it("of others cannot be ended before the code of the second factor", async () => {
    await begin(session(1));
    await giveFactor();
    await begin(session(2));
    await database.signIn();
    for (const scope of ["others", "global"])
      await expect(database.call("admin", "public.end_own_sessions($1)", scope)).rejects.toMatchObject({
        code: denied,
      });
    await database.call("admin", "public.end_own_sessions('local')");
    expect(await standing()).toBe("ended");
    expect(await database.sql("select from private.admin_sessions where id = $1", session(2))).toHaveLength(1);
  });

  it("are stored in tables that no role can read", async () => {
    for (const table of ["admin_sessions", "known_devices", "second_factors", "access_settings"])
      for (const actor of ["stranger", "member", "admin"] as const)
        await expect(database.as(actor, `select from private.${table}`)).rejects.toMatchObject({ code: denied });
  });
});

it("a notice that is two days old no longer has content", async () => {
  await change("delete from private.known_devices");
  await begin(session(1), key(7));
  expect(await notices()).toEqual(["new-device"]);
  await database.sql("alter table public.audit_log disable trigger user");
  await database.sql("update public.audit_log set at = now() - interval '2 days' where verb = 'access'");
  expect(await notices()).toEqual([null]);
});
