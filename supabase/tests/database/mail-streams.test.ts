import { beforeEach, expect, it } from "vitest";
import { addEvent, checkViolation, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

const owner = "admin@example.org";
const suppress = (stream: string, reason: string) =>
  database.attempt(
    "insert into private.mail_suppressions (address_key, stream, reason) values ($1, $2, $3)",
    key(1),
    stream,
    reason,
  );
const suppressions = () => database.sql("select stream, reason from private.mail_suppressions order by stream");
const queued = async (purpose: string) =>
  (await database.sql("select from public.mails where purpose = $1 and state = 'due'", purpose)).length;
const askPassword = () => database.call("worker", "public.ask_password_link($1, $2)", owner, key(1));

/** Marks a mail as accepted, and notes an event from the provider about it. */
const tell = async (purpose: string, kind: string) => {
  await database.sql(
    `update public.mails set state = 'accepted', next_attempt_at = null, settled_at = now(), address_key = $2, provider_id = 'p-' || id where purpose = $1`,
    purpose,
    key(1),
  );
  await database.sql(
    "select public.note_mail_event(gen_random_uuid()::text, provider_id, $2, now()) from public.mails where purpose = $1",
    purpose,
    kind,
  );
};

beforeEach(async () => {
  await addEvent(database, "luau");
});

it.each([["not-mine"], ["complained"], ["bounced"]])(
  "an owner's address that is suppressed for visitors' emails (%s) still gets password links and notices",
  async (reason) => {
    await suppress("transactional", reason);
    await askPassword();
    expect(await queued("password-link")).toBe(1);
    await database.sql("select private.note_access($1, 'new-device', '{}')", database.idOf("admin"));
    const claimed = await database.as<{ id: number; attempts: number }>(
      "worker",
      "select * from public.claim_mails(10, 60, 86400)",
    );
    const frozen = await database.call<number[]>(
      "worker",
      "public.freeze_mails($1)",
      JSON.stringify(
        claimed.map(({ id, attempts }) => ({
          id,
          attempt: attempts,
          sealed: "x",
          payload_digest: "0".repeat(64),
          address_key: key(1),
        })),
      ),
    );
    expect(claimed.length).toBeGreaterThan(0);
    expect(frozen).toHaveLength(claimed.length);
  },
);

it("a bounced waitlist receipt suppresses newsletter and transactional emails, but not those about an account", async () => {
  await database.call(
    "worker",
    "public.join_waitlist('luau', 'Kai', $1, '1', false, false, $2)",
    "kai@example.org",
    key(1),
  );
  await tell("waitlist-receipt", "bounced");
  expect(await suppressions()).toEqual([
    { stream: "newsletter", reason: "bounced" },
    { stream: "transactional", reason: "bounced" },
  ]);
});

it.each([
  ["undetermined", "bounced", [{ stream: "newsletter", reason: "bounced" }]],
  ["failed", "refused", []],
])("an email whose end is %s is %s, and tickets still go to its address", async (kind, state, suppressed) => {
  await database.call(
    "worker",
    "public.join_waitlist('luau', 'Kai', $1, '1', false, false, $2)",
    "kai@example.org",
    key(1),
  );
  await tell("waitlist-receipt", kind);
  expect(await database.sql("select state from public.mails where purpose = 'waitlist-receipt'")).toEqual([{ state }]);
  expect(await suppressions()).toEqual(suppressed);
  await tell("waitlist-receipt", "bounced");
  expect(await suppressions()).toHaveLength(2);
});

it.each(["password-link", "message-notice"])("a complaint about an email of %s suppresses nothing", async (purpose) => {
  await askPassword();
  await database.call(
    "worker",
    "public.send_message('Kai', 'kai@example.org', 'Aloha', false, false, $1, true)",
    key(2),
  );
  await tell(purpose, "complained");
  expect(await suppressions()).toEqual([]);
});

it("a bounced password link suppresses emails about that account, and the dashboard says so", async () => {
  const stopped = async () => {
    const { attention } = await database.call<{ attention: { stopped_keys: number } }>("admin", "public.dashboard()");
    return attention.stopped_keys;
  };
  expect(await stopped()).toBe(0);
  await askPassword();
  await tell("password-link", "bounced");
  expect(await suppressions()).toContainEqual({ stream: "keys", reason: "bounced" });
  expect(await stopped()).toBe(1);
  await database.sql("delete from public.mails");
  await askPassword();
  expect(await queued("password-link")).toBe(0);
  await database.call("worker", "public.lift_suppression($1, $2, 'keys')", database.idOf("admin"), key(1));
  await askPassword();
  expect(await queued("password-link")).toBe(1);
  expect(await stopped()).toBe(0);
});

it("emails to the organization cannot be suppressed, and those about accounts not after a complaint", async () => {
  for (const [stream, reason] of [
    ["house", "bounced"],
    ["keys", "not-mine"],
    ["keys", "complained"],
  ] as const)
    await expect(suppress(stream, reason)).rejects.toMatchObject({ code: checkViolation });
});
