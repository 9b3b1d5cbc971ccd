import { describe, expect, it } from "vitest";
import { denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

const note = (email: string) => database.call<boolean>("worker", "public.note_one_time_password($1)", email);
const access = async (actor: "member" | "admin") =>
  (await database.as<{ standing: string }>(actor, "select standing from public.own_standing()"))[0]?.standing;

/** Changes the admin's password, and signs in with it. */
async function changePassword() {
  await database.sql("update auth.users set encrypted_password = 'another hash' where email = 'admin@example.org'");
  await database.signIn();
}

describe("a one-time password", () => {
  it("gives an admin the standing “password” until the account has another password", async () => {
    expect(await access("admin")).toBe("open");
    expect(await note(" Admin@Example.org ")).toBe(true);
    expect(await access("admin")).toBe("password");
    await changePassword();
    expect(await access("admin")).toBe("open");
  });

  it("denies an admin direct access through the data API until the password is changed", async () => {
    await database.call("worker", "public.send_message('Kai', 'kai@example.org', 'Aloha', false)");
    const messages = () =>
      database.as("admin", "select id from public.contact_messages where email = 'kai@example.org'");
    expect(await messages()).toHaveLength(1);
    await note("admin@example.org");
    expect(await messages()).toEqual([]);
    for (const call of ["public.add_admin('member@example.org')", "public.dashboard()", "public.admin_accounts()"]) {
      await expect(database.call("admin", call)).rejects.toMatchObject({ code: denied });
    }
    await changePassword();
    expect(await messages()).toHaveLength(1);
  });

  it("takes effect again when it is issued again", async () => {
    await note("admin@example.org");
    await changePassword();
    await note("admin@example.org");
    expect(await access("admin")).toBe("password");
  });

  it("gives no access to an account that is not an admin", async () => {
    expect(await note("member@example.org")).toBe(true);
    expect(await access("member")).toBeUndefined();
  });

  it("is not noted for an unknown address", async () => {
    expect(await note("nobody@example.org")).toBe(false);
  });

  it.each(["stranger", "member", "admin"] as const)("cannot be noted by a %s", async (actor) => {
    await expect(database.call(actor, "public.note_one_time_password($1)", "admin@example.org")).rejects.toMatchObject({
      code: denied,
    });
  });
});
