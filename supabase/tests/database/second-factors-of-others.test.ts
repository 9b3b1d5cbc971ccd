import { beforeEach, describe, expect, it } from "vitest";
import { denied, invalidParameter, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
const sealed = `Fe26.2*${"x".repeat(200)}`;

const require = (isRequired: boolean) => database.call("admin", "public.require_factor($1)", isRequired);
const reset = (of: string, reason: string | null) =>
  database.call<boolean>("admin", "public.reset_factor($1, $2)", of, reason);
const standing = async () =>
  (await database.as("admin", "select standing, factor_due <= now() as is_due from public.own_standing()"))[0];
const events = async (of = database.idOf("admin")) =>
  sql<{ event: string; by: string | null; reason: string | null }>(
    `select changes ->> 'event' as event, changes ->> 'by' as by, changes ->> 'reason' as reason
     from public.audit_log where verb = 'access' and row_id = $1 and changes ->> 'event' like 'factor%' order by id`,
    of,
  );
const haveFactor = (of: string) =>
  sql("insert into private.second_factors (user_id, sealed_secret, last_step) values ($1, $2, 0)", of, sealed);
/** Gives the admin a second factor, and keeps the session valid. */
async function haveOwn() {
  await haveFactor(database.idOf("admin"));
  await sql("update private.admin_sessions set keys = private.credentials_digest(user_id), verified_at = now()");
}
const unproved = () => sql("update private.admin_sessions set proved_at = now() - interval '10 minutes'");

beforeEach(async () => {
  await sql("update private.access_settings set factor_required_at = null");
  await database.signIn();
});

describe("requiring a second factor of all admins", () => {
  it("needs an owner who has one and a fresh proof, and is logged once", async () => {
    expect(await require(true)).toBe("none-of-your-own");
    await haveOwn();
    await unproved();
    await expect(require(true)).rejects.toMatchObject({ code: denied });
    await sql("update private.admin_sessions set proved_at = now()");
    expect([await require(true), await require(true)]).toEqual(["required", "required"]);
    expect([await require(false), await require(false)]).toEqual(["optional", "optional"]);
    expect((await events()).map(({ event }) => event)).toEqual(["factor-required", "factor-not-required"]);
  });

  it("takes effect after 7 days, or 7 days after the first sign-in, and then only allows setting one up", async () => {
    const require = (ago: string) =>
      sql(`update private.access_settings set factor_required_at = now() - interval '${ago}'`);
    const firstSignedIn = (ago: string) =>
      sql(`update public.admin_users set first_signed_in_at = now() - interval '${ago}'`);
    await firstSignedIn("1 year");
    await require("6 days 23 hours");
    expect(await standing()).toEqual({ standing: "open", is_due: false });
    await require("7 days");
    expect(await standing()).toEqual({ standing: "factor", is_due: true });
    await expect(database.call("admin", "public.dashboard()")).rejects.toMatchObject({ code: denied });
    await firstSignedIn("6 days");
    expect(await standing()).toEqual({ standing: "open", is_due: false });
    await firstSignedIn("8 days");
    const codes = Array.from({ length: 10 }, (_, index) => index.toString(16).padStart(64, "0"));
    expect(await database.call("admin", "public.turn_on_factor($1, 1, $2)", sealed, codes)).toBe("on");
    expect((await standing())?.standing).toBe("open");
  });

  it.each(["stranger", "member", "worker"] as const)("is denied to a %s", async (actor) => {
    await expect(database.call(actor, "public.require_factor(true)")).rejects.toMatchObject({ code: denied });
    await expect(database.as(actor, "select * from public.factor_accounts()")).rejects.toMatchObject({ code: denied });
  });
});

describe("resetting the second factor of another admin", () => {
  const other = () => database.idOf("member");
  beforeEach(async () => {
    await sql("insert into public.admin_users (id) values ($1)", other());
    await haveFactor(other());
    await sql("insert into private.recovery_codes (user_id, digest) values ($1, repeat('0', 64))", other());
    await sql("select public.begin_session($1, gen_random_uuid(), 'A test')", other());
  });

  it("ends the sessions, deletes the codes, logs the reason, and queues a notice", async () => {
    expect(await reset(other(), " lost the phone ")).toBe(true);
    expect(await events(other())).toEqual([{ event: "factor-reset", by: null, reason: "lost the phone" }]);
    expect(await sql("select from private.recovery_codes")).toEqual([]);
    expect(
      await sql(
        "select from private.admin_sessions s where s.user_id = $1 and s.keys = private.credentials_digest($1)",
        other(),
      ),
    ).toEqual([]);
    expect(await reset(other(), "again")).toBe(false);
    expect(await sql("select from public.mails where purpose = 'key-notice' and person = $1", other())).not.toEqual([]);
  });

  it.each([null, "", "  ", "x".repeat(201), "asked by kai@example.org"])("rejects the reason %j", async (reason) => {
    await expect(reset(other(), reason)).rejects.toMatchObject({ code: invalidParameter });
  });

  it("needs an owner with a fresh proof, and is refused for one's own account", async () => {
    await expect(reset(database.idOf("admin"), "mine")).rejects.toMatchObject({ code: invalidParameter });
    await unproved();
    await expect(reset(other(), "lost")).rejects.toMatchObject({ code: denied });
    await sql("update public.admin_users set role = 'editor' where id = $1", database.idOf("admin"));
    await database.signIn();
    await expect(reset(other(), "lost")).rejects.toMatchObject({ code: denied });
    await expect(database.as("admin", "select * from public.factor_accounts()")).rejects.toMatchObject({
      code: denied,
    });
  });

  it("can be done by the operator, once, and is logged as such", async () => {
    const [{ email } = { email: "" }] = await sql<{ email: string }>(
      "select email from auth.users where id = $1",
      other(),
    );
    const ofOperator = () => database.call<boolean>("worker", "public.reset_factor_of($1)", ` ${email.toUpperCase()} `);
    expect([await ofOperator(), await ofOperator()]).toEqual([true, false]);
    expect(await events(other())).toEqual([{ event: "factor-reset", by: "operator", reason: null }]);
  });
});
