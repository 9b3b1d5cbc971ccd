import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { adminRoutes } from "./admin-routes.ts";
import { Visitor } from "./client.ts";
import { databaseTemplate, withTables } from "./tables.ts";

const email = testSettings.LOCAL_ADMIN_EMAIL ?? "";
const oneTime = testSettings.LOCAL_ADMIN_PASSWORD ?? "";
const account = "/admin/account";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  await withTables(stack, (sql) => sql("select public.note_one_time_password($1)", email));
});
afterAll(() => stack?.stop());

describe("ASVS 6.4.1: the one-time password that the operator's command made", () => {
  test("opens the account page and nothing else, until its owner has chosen another", async () => {
    const visitor = new Visitor(stack.url);
    expect((await visitor.post("/admin/login", { email, password: oneTime })).status).toBe(303);
    expect((await visitor.get(account)).body).toContain("Choose your own password");
    const others = (await adminRoutes()).filter(({ path }) => path !== account && path !== "/admin/");
    expect(others.length).toBeGreaterThan(20);
    for (const { path, hasAction } of others) {
      const answers = [await visitor.get(path), ...(hasAction ? [await visitor.post(path, { intent: "save" })] : [])];
      for (const { status, headers } of answers)
        expect.soft({ status, location: headers.location }, path).toEqual({ status: 302, location: account });
    }

    const next = "seven calm swells before dawn";
    expect((await visitor.post(account, { current: oneTime, next })).status).toBe(303);
    expect((await visitor.get("/admin/messages")).status).toBe(200);
    expect((await visitor.get(account)).body).not.toContain("Choose your own password");
  });
});
