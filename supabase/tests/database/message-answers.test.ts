import { beforeEach, describe, expect, it } from "vitest";
import { checkViolation, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();

interface Asked {
  email?: string;
  message?: string;
  spam?: boolean;
  addressKey?: string | null;
  notice?: boolean;
}
const send = ({ email = "kai@sender.example", message = "Aloha!", spam = false, ...more }: Asked = {}) => {
  const { addressKey = key(1), notice = true } = more;
  return database.call(
    "worker",
    "(public.send_message('Kai', $1, $2, $3, false, $4, $5)).outcome",
    email,
    message,
    spam,
    addressKey,
    notice,
  );
};
const queued = () => database.sql("select purpose, occurrence, address_key from public.mails order by id");
const first = async () =>
  (
    await database.sql<{ id: string; updated_at: Date; number: number }>("select * from public.contact_messages")
  )[0] as {
    id: string;
    updated_at: Date;
    number: number;
  };

beforeEach(async () => {
  await database.sql("delete from public.mails");
  await database.sql("delete from public.contact_messages");
});

describe("a message", () => {
  it("enqueues a receipt to the sender and a notice to the organization", async () => {
    expect(await send()).toBe("sent");
    expect(await queued()).toEqual([
      { purpose: "message-receipt", occurrence: 1, address_key: key(1) },
      { purpose: "message-notice", occurrence: (await first()).number, address_key: null },
    ]);
  });

  it.each([
    ["no receipt and no notice where no sender is configured", { addressKey: null, notice: false }, []],
    ["no notice where nobody is to get it", { notice: false }, ["message-receipt"]],
    ["nothing when it is suspected spam", { spam: true }, []],
  ])("enqueues %s", async (_, asked, purposes) => {
    expect(await send(asked)).toBe("sent");
    expect((await queued()).map(({ purpose }) => purpose)).toEqual(purposes);
  });

  it("enqueues nothing when an older Worker sends it without an address key", async () => {
    await database.call("worker", "(public.send_message('Kai', 'kai@sender.example', 'Aloha!', false, false)).outcome");
    expect(await queued()).toEqual([]);
  });

  it("enqueues nothing more when the same text is sent again", async () => {
    await send();
    expect(await send()).toBe("already-sent");
    expect(await queued()).toHaveLength(2);
  });

  it("is accepted seven times from one address, with a single receipt and a single notice", async () => {
    for (let count = 0; count < 7; count += 1) expect(await send({ message: `Aloha ${count}` })).toBe("sent");
    const purposes = (await queued()).map(({ purpose }) => purpose);
    expect(purposes.filter((purpose) => purpose === "message-receipt")).toHaveLength(1);
    expect(purposes.filter((purpose) => purpose === "message-notice")).toHaveLength(1);
  });

  it("is in the content of the claimed notice, but the receipt has nothing that the sender typed", async () => {
    await send({ message: "Buy cheap coins" });
    const { number, id } = await first();
    const [receipt, notice] = await database.as<Row>(
      "worker",
      "select purpose, content from public.claim_mails(5, 60, 86400)",
    );
    expect(receipt?.content).toEqual({ email: "kai@sender.example", number, sent: expect.any(String) });
    expect(notice?.content).toMatchObject({
      count: 1,
      messages: [{ id, number, name: "Kai", writer: "kai@sender.example", message: "Buy cheap coins" }],
    });
  });

  it.each([
    ["deleted", "delete from public.contact_messages"],
    ["marked as spam", "update public.contact_messages set status = 'spam'"],
  ])("causes no email once it is %s", async (_, change) => {
    await send();
    await database.sql(change);
    expect(await database.as("worker", "select * from public.claim_mails(5, 60, 86400)")).toEqual([]);
  });
});

describe("an answer to a message", () => {
  const id = "00000000-0000-4000-8000-00000000a001";
  const other = "00000000-0000-4000-8000-00000000a002";
  const answer = async ({ form = id, version = null as Date | null, text = "Yes.", done = false } = {}) => {
    const message = await first();
    return database.call(
      "admin",
      "public.answer_message($1, $2, $3, $4, $5)",
      form,
      message.id,
      version ?? message.updated_at,
      text,
      done,
    );
  };
  const answers = () => database.sql("select occurrence, answer from public.message_answers order by occurrence");
  const mails = () => database.sql("select occurrence, state from public.mails where purpose = 'message-answer'");
  beforeEach(() => send({ addressKey: null, notice: false }));

  it("is stored and enqueues one email, whether or not it marks the message as done", async () => {
    expect(await answer()).toBe("answered");
    expect(await first()).toMatchObject({ status: "new" });
    expect(await answer({ form: other, text: "And no.", done: true })).toBe("answered");
    expect(await first()).toMatchObject({ status: "done" });
    expect(await answers()).toEqual([
      { occurrence: 1, answer: "Yes." },
      { occurrence: 2, answer: "And no." },
    ]);
    expect(await mails()).toEqual([
      { occurrence: 1, state: "due" },
      { occurrence: 2, state: "due" },
    ]);
    const claimed = await database.as<{ content: Row }>("worker", "select * from public.claim_mails(5, 60, 86400)");
    expect(claimed.map(({ content }) => content)).toMatchObject([
      { email: "kai@sender.example", message: "Aloha!", answer: "Yes." },
      { email: "kai@sender.example", message: "Aloha!", answer: "And no." },
    ]);
  });

  it("is stored once if its form is sent twice", async () => {
    const { updated_at: version } = await first();
    expect(await answer({ version })).toBe("answered");
    expect(await answer({ version })).toBe("answered");
    expect(await answers()).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  it("is refused if the message has changed since the admin saw it", async () => {
    const version = new Date(0);
    expect(await answer({ version })).toBe("changed");
    expect(await answers()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it("returns gone if the message does not exist", async () => {
    const gone = database.call("admin", "public.answer_message($1, $2, now(), 'Yes.', false)", id, other);
    expect(await gone).toBe("gone");
  });

  it.each(["", "  ", "a".repeat(5001)])("must have 1 to 5,000 characters: rejects %.10s", async (text) => {
    await expect(answer({ text })).rejects.toMatchObject({ code: checkViolation });
  });

  it("can be sent and read only by admins, and is logged without its text", async () => {
    await answer({ text: "Between us." });
    const message = await first();
    await expect(
      database.call("member", "public.answer_message($1, $2, now(), 'Yes.', false)", other, message.id),
    ).rejects.toMatchObject({ code: denied });
    expect(await database.as("member", "select * from public.message_answers")).toEqual([]);
    expect(await database.as("admin", "select answer from public.message_answers")).toEqual([
      { answer: "Between us." },
    ]);
    const log = await database.sql(
      "select verb, row_id, changes from public.audit_log where table_name = 'message_answers'",
    );
    expect(log).toEqual([{ verb: "insert", row_id: id, changes: { columns: [] } }]);
  });

  it("is part of the sender's personal data, and is erased with it", async () => {
    await answer();
    const keys = [key(7), key(8), key(1)];
    const held = await database.call<{ messages: Row[]; mails: Row[] }>(
      "admin",
      "public.personal_data('kai@sender.example', $1, $2, $3)",
      ...keys,
    );
    expect(held.messages).toMatchObject([{ message: "Aloha!", answers: [{ answer: "Yes." }] }]);
    expect(held.mails).toMatchObject([{ purpose: "message-answer" }]);
    await database.call(
      "worker",
      "public.erase_person($1, 'kai@sender.example', $2, $3, $4)",
      database.idOf("admin"),
      ...keys,
    );
    expect(await answers()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it("no longer contains the address of another person who is erased", async () => {
    await answer({ text: "Ask noa@sender.example." });
    await send({ email: "noa@sender.example", addressKey: null, notice: false });
    await database.call(
      "worker",
      "public.erase_person($1, 'noa@sender.example', $2, $3, $4)",
      database.idOf("admin"),
      ...[key(7), key(8), key(2)],
    );
    expect(await answers()).toMatchObject([{ answer: "Ask (erased)." }]);
  });

  it("is purged with a message that was handled a year ago", async () => {
    await answer({ done: true });
    await database.sql("alter table public.contact_messages disable trigger user");
    await database.sql("update public.contact_messages set handled_at = now() - interval '12 months'");
    expect(await database.call<Row>("worker", "public.purge()")).toMatchObject({ handledMessage: 1 });
    expect(await answers()).toEqual([]);
  });
});

it("every message has its own number, which admins can read", async () => {
  await send();
  await send({ message: "Aloha again" });
  const numbers = await database.as<{ number: number }>("admin", "select number from public.contact_messages");
  expect(new Set(numbers.map(({ number }) => number)).size).toBe(2);
});
