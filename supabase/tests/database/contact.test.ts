import { describe, expect, it } from "vitest";
import { checkViolation, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

interface Asked {
  name?: string;
  email?: string;
  message?: string | null;
  spam?: boolean;
}

const send = ({ name = "Kai", email = "kai@sender.example", message = "Aloha!", spam = false }: Asked = {}) =>
  database.call("worker", "(public.send_message($1, $2, $3, $4)).outcome", name, email, message, spam);
const messages = () =>
  database.sql(
    "select name, email, message, status, suspected_spam from public.contact_messages where lower(email) like '%@sender.example' order by id",
  );

describe("send_message", () => {
  it("stores the message first, as new", async () => {
    expect(await send()).toBe("sent");
    expect(await messages()).toEqual([
      { name: "Kai", email: "kai@sender.example", message: "Aloha!", status: "new", suspected_spam: false },
    ]);
  });

  it("the same e-mail and text within 24 h only once, whatever the name", async () => {
    await send();
    expect(await send({ name: "Noe", email: "KAI@Sender.example" })).toBe("already-sent");
    expect(await messages()).toHaveLength(1);
  });

  it("answers the number of the message, which one that is sent again keeps", async () => {
    const numberOf = (message: string) =>
      database.call("worker", "(public.send_message('Kai', 'kai@sender.example', $1, false)).number", message);
    const first = await numberOf("Aloha");
    const second = await numberOf("Mahalo");
    expect(await numberOf("Aloha")).toBe(first);
    expect(await database.sql("select number from public.contact_messages order by number")).toEqual([
      { number: first },
      { number: second },
    ]);
  });

  it("another text, another address, or the same after 24 h is another message", async () => {
    await send();
    expect(await send({ message: "aloha!" })).toBe("sent");
    expect(await send({ email: "noe@sender.example" })).toBe("sent");
    await database.sql("update public.contact_messages set created_at = now() - interval '24 hours'");
    expect(await send()).toBe("sent");
    expect(await messages()).toHaveLength(4);
  });

  it("suspected spam is kept apart, and does not stand in the way of the person", async () => {
    expect(await send({ spam: true })).toBe("sent");
    expect(await send({ spam: true })).toBe("already-sent");
    expect(await send()).toBe("sent");
    expect(await messages()).toHaveLength(2);
  });

  it.each([
    "Two\nlines\tand a tab",
    "a".repeat(5000),
    `${"a".repeat(4999)}\u{1F469}\u200D`,
    "Mahalo nui loa, a hui hou ʻoe!",
  ])("takes every text up to 5,000 characters: %.20s", async (message) => {
    expect(await send({ message })).toBe("sent");
    expect(await messages()).toMatchObject([{ message }]);
  });

  it.each([
    ["no text", { message: "" }],
    ["a blank text", { message: "   " }],
    ["a text of 5,001 letters", { message: "a".repeat(5001) }],
    ["no name", { name: "" }],
    ["a name of 101 letters", { name: "a".repeat(101) }],
    ["a line break in a name", { name: "Kai\nBcc: all@example.org" }],
    ["a bad address", { email: "kai@sender.example\n" }],
  ])("not: %s", async (_, asked) => {
    await expect(send(asked)).rejects.toMatchObject({ code: checkViolation });
    expect(await messages()).toEqual([]);
  });

  it("no message is none", async () => {
    await expect(send({ message: null })).rejects.toThrow();
  });
});

it.each(["new", "open", "done", "spam"])("a message can be %s", async (status) => {
  await send();
  await database.as(
    "admin",
    "update public.contact_messages set status = $1 where email = 'kai@sender.example'",
    status,
  );
  expect(await messages()).toMatchObject([{ status }]);
});

it("a message can be nothing else, and a note has an end", async () => {
  await send();
  for (const assignment of ["status = 'lost'", "note = repeat('a', 2001)"]) {
    await expect(database.as("admin", `update public.contact_messages set ${assignment}`)).rejects.toMatchObject({
      code: checkViolation,
    });
  }
});
