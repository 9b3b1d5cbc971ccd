import { expect, it } from "vitest";
import { checkViolation, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const subscribe = (email: string | null, spam = false) =>
  database.call("worker", "public.subscribe($1, $2)", email, spam);
const subscribers = () =>
  database.sql(
    "select email, suspected_spam from public.newsletter_subscribers where email like '%@subscriber.example' order by suspected_spam",
  );

it("subscribe stores an address once", async () => {
  expect(await subscribe("kai@subscriber.example")).toBe("subscribed");
  expect(await subscribe("KAI@Subscriber.example")).toBe("already-subscribed");
  expect(await subscribers()).toEqual([{ email: "kai@subscriber.example", suspected_spam: false }]);
});

it("suspected spam is stored separately, and does not block the person", async () => {
  expect(await subscribe("kai@subscriber.example", true)).toBe("subscribed");
  expect(await subscribe("kai@subscriber.example", true)).toBe("already-subscribed");
  expect(await subscribe("kai@subscriber.example")).toBe("subscribed");
  expect(await subscribers()).toMatchObject([{ suspected_spam: false }, { suspected_spam: true }]);
});

it.each(["", "kai", "@subscriber.example", "kai@", "kai@subscriber.example\n", `${"a".repeat(251)}@a.b`])(
  "%j is rejected as an address",
  async (email) => {
    await expect(subscribe(email)).rejects.toMatchObject({ code: checkViolation });
  },
);

it("null is rejected as an address", async () => {
  await expect(subscribe(null)).rejects.toThrow();
});
