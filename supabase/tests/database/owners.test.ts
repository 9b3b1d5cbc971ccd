import { beforeEach, describe, expect, it } from "vitest";
import { denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const restricted = "23001";

const admin = () => database.idOf("admin");
const setRole = (id: string, role: string, actor: "admin" | "editor" | "worker" = "admin") =>
  database.call(actor, "public.set_role($1, $2)", id, role);
const rolesNow = async () =>
  Object.fromEntries(
    (
      await database.sql<{ email: string; role: string }>(
        "select u.email, a.role from public.admin_users a join auth.users u on u.id = a.id",
      )
    ).map(({ email, role }) => [email, role]),
  );

beforeEach(() => database.addEditor());

describe("the last owner", () => {
  const before = { "admin@example.org": "owner", "editor@example.org": "editor" };

  it("cannot be removed or made an editor by an owner or the operator", async () => {
    for (const actor of ["admin", "worker"] as const) {
      expect(await database.call(actor, "public.remove_admin('admin@example.org')")).toBe("last-owner");
      expect(await setRole(admin(), "editor", actor)).toBe("last-owner");
    }
    expect(await rolesNow()).toEqual(before);
  });

  it.each([
    ["the row is deleted", "delete from public.admin_users where id = $1"],
    ["the role is changed in the table", "update public.admin_users set role = 'editor' where id = $1"],
    ["everybody is deleted at once", "delete from public.admin_users where id is distinct from $1 or true"],
    ["everybody is made an editor at once", "update public.admin_users set role = 'editor' where id = $1 or true"],
    ["the account is deleted", "delete from auth.users where id = $1"],
  ])("stays when %s", async (_, statement) => {
    await expect(database.attempt(statement, admin())).rejects.toMatchObject({ code: restricted });
    expect(await rolesNow()).toEqual(before);
  });

  it("cannot be erased as a person", async () => {
    const keys = ["1".repeat(32), "2".repeat(32), "3".repeat(32)];
    const erase = "public.erase_person($1, 'admin@example.org', $2, $3, $4)";
    expect(await database.call("worker", erase, admin(), ...keys)).toEqual({ outcome: "is-admin" });
  });

  it("can be made an editor once there is another owner, who then is the last", async () => {
    expect(await setRole(database.idOf("editor"), "owner")).toBe("changed");
    expect(await setRole(admin(), "editor")).toBe("changed");
    await expect(setRole(database.idOf("editor"), "editor", "worker")).resolves.toBe("last-owner");
    expect(await rolesNow()).toEqual({ "admin@example.org": "editor", "editor@example.org": "owner" });
  });
});

describe("a role", () => {
  it("ends the account's sessions when it changes, is logged, and queues a notice by email", async () => {
    expect(await database.call("editor", "public.admin_role()")).toBe("editor");
    expect(await setRole(database.idOf("editor"), "owner")).toBe("changed");
    expect(await database.call("editor", "public.admin_role()")).toBe(null);
    const [standing] = await database.as("editor", "select standing from public.own_standing()");
    expect(standing).toEqual({ standing: "ended" });
    const id = database.idOf("editor");
    const [entry] = await database.sql(
      "select actor, changes from public.audit_log where verb = 'access' and row_id = $1 order by id desc limit 1",
      id,
    );
    expect(entry).toEqual({ actor: admin(), changes: { event: "role-changed", role: "owner" } });
    expect(
      await database.sql("select purpose from public.mails where person = $1 and purpose = 'key-notice'", id),
    ).toHaveLength(1);
  });

  it("ends no session if unchanged, and is refused if it is unknown or the account is not an admin", async () => {
    expect(await setRole(database.idOf("editor"), "editor")).toBe("same");
    expect(await database.call("editor", "public.admin_role()")).toBe("editor");
    await expect(setRole(database.idOf("editor"), "chief")).rejects.toMatchObject({ code: "23514" });
    expect(await setRole(database.idOf("member"), "editor")).toBe("not-admin");
  });

  it("is set when an admin is added, and stays as it is for an existing admin", async () => {
    const add = "public.add_admin('member@example.org', $1)";
    expect(await database.call("admin", add, "editor")).toBe("added");
    expect(await database.call("admin", add, "owner")).toBe("already-admin");
    expect((await rolesNow())["member@example.org"]).toBe("editor");
    expect(await database.call("worker", "public.remove_admin('member@example.org')")).toBe("removed");
    // The previous release calls it without a role.
    expect(await database.call("worker", "public.add_admin('member@example.org')")).toBe("added");
    expect((await rolesNow())["member@example.org"]).toBe("owner");
  });

  it("can be changed only by an owner with a fresh proof, or by the operator without one", async () => {
    const change = (actor: "admin" | "editor" | "worker") => setRole(database.idOf("editor"), "owner", actor);
    await expect(change("editor")).rejects.toMatchObject({ code: denied });
    await database.sql("update private.admin_sessions set proved_at = now() - interval '10 minutes'");
    await expect(change("admin")).rejects.toMatchObject({ code: denied, message: expect.stringContaining("proof") });
    for (const verb of ["add", "remove"]) {
      const call = database.call("admin", `public.${verb}_admin('editor@example.org')`);
      await expect(call).rejects.toMatchObject({ code: denied, message: expect.stringContaining("proof") });
    }
    expect(await change("worker")).toBe("changed");
  });
});
