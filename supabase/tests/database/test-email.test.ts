import { beforeEach, describe, expect, it } from "vitest";
import { denied, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const send = (actor: "admin" | "editor" = "admin") => database.call<boolean>(actor, "public.send_test_mail()");
const settle = (state: string, ago = "2 minutes") =>
  database.sql(
    `update public.mails set state = $1, next_attempt_at = null, settled_at = now(), created_at = created_at - $2::interval
     where purpose = 'test-email' and state = 'due'`,
    state,
    ago,
  );
const isTried = async () =>
  (await database.call<{ own: { test_email: boolean } }>("admin", "public.dashboard()")).own.test_email;
const claimed = async () =>
  (await database.sql<{ content: Row }>("select content from public.claim_mails(10, 60, 86400)")).map(
    ({ content }) => content,
  );

beforeEach(() => database.addEditor());

describe("a test email", () => {
  it("is sent to the admin who requests it, one at a time, and is logged", async () => {
    expect([await send(), await send()]).toEqual([true, false]);
    expect(await send("editor")).toBe(true);
    expect(await claimed()).toEqual([{ email: "admin@example.org" }, { email: "editor@example.org" }]);
    expect(
      await database.sql(
        "select actor_email, verb, changes from public.audit_log where table_name = 'mails' order by id",
      ),
    ).toEqual([
      { actor_email: "admin@example.org", verb: "insert", changes: { purpose: "test-email" } },
      { actor_email: "editor@example.org", verb: "insert", changes: { purpose: "test-email" } },
    ]);
  });

  it("is not sent to an account that is no longer an admin", async () => {
    await send("editor");
    await database.sql("delete from public.admin_users where id = $1", database.idOf("editor"));
    expect(await claimed()).toEqual([]);
  });

  it("is limited to 10 a day per account", async () => {
    for (let count = 0; count < 10; count += 1) {
      expect(await send()).toBe(true);
      await settle("accepted");
    }
    expect(await send()).toBe(false);
    expect(await send("editor")).toBe(true);
  });

  it("is only for admins", async () => {
    for (const actor of ["member", "stranger", "worker"] as const)
      await expect(database.call(actor, "public.send_test_mail()")).rejects.toMatchObject({ code: denied });
  });
});

describe("the dashboard", () => {
  it("shows the test email as done once one was accepted, even after that is deleted", async () => {
    expect(await isTried()).toBe(false);
    await send();
    expect(await isTried()).toBe(false);
    await settle("refused");
    expect(await isTried()).toBe(false);
    await send();
    await settle("accepted");
    expect(await isTried()).toBe(true);
    await database.sql("delete from public.mails");
    expect(await isTried()).toBe(true);
  });

  it("counts owners separately from all admins", async () => {
    const counts = async () => (await database.call<{ counts: Row }>("admin", "public.dashboard()")).counts;
    expect(await counts()).toMatchObject({ owners: 1, admins: 2 });
    await database.sql("update public.admin_users set role = 'owner'");
    expect(await counts()).toMatchObject({ owners: 2, admins: 2 });
  });
});
