import { beforeEach, describe, expect, it } from "vitest";
import { checkViolation, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const digest = (number: number) => number.toString(16).padStart(64, "0");
const own = digest(1);
const kai = key(1);

const subscribe = (email = "kai@example.org", addressKey: string | null = kai, spam = false) =>
  database.call("worker", "public.subscribe($1, $2, 'v1', '/insights', $3)", email, spam, addressKey);
const rowOf = async (email = "kai@example.org") =>
  (await database.sql("select * from public.newsletter_subscribers where email = $1 and not suspected_spam", email))[0];
const mails = () => database.sql("select purpose, person, occurrence, address_key from public.mails order by id");
const link = (token = own, email = "kai@example.org") =>
  database.sql(
    "insert into private.newsletter_links (token_digest, subscriber_id) select $1, id from public.newsletter_subscribers where email = $2",
    token,
    email,
  );
const page = (token = own) => database.call<Row>("worker", "public.newsletter_page($1)", token);
const confirm = (token = own) => database.call("worker", "public.confirm_subscription($1, $2)", token, kai);
const leave = (token = own) => database.call<boolean>("worker", "public.leave_newsletter($1)", token);
const comeBack = () => database.call("worker", "public.return_to_newsletter($1, $2, 'v2', '/n')", own, kai);
const erase = (isMine = true) => database.call("worker", "public.erase_subscription($1, $2, $3)", own, kai, isMine);
const suppressions = () => database.sql("select address_key, stream, reason from private.mail_suppressions");
const suppress = (reason: string, stream = "newsletter") =>
  database.sql(
    "insert into private.mail_suppressions (address_key, stream, reason) values ($1, $2, $3)",
    kai,
    stream,
    reason,
  );
/** Moves everything into the past by this interval, because `now()` does not advance during a test. */
const later = async (interval: string) => {
  for (const column of ["created_at", "requested_at", "confirm_by", "confirmed_at", "left_at"]) {
    await database.sql(
      `update public.newsletter_subscribers set ${column} = ${column} - $1::text::interval where ${column} is not null`,
      interval,
    );
  }
  await database.sql("update public.mails set created_at = created_at - $1::text::interval", interval);
};
const settled = () => database.sql("update public.mails set state = 'accepted', next_attempt_at = null");
const purged = async () => {
  const counts = await database.call<Record<string, number>>("worker", "public.purge()");
  return (counts.unconfirmedSubscriber ?? 0) + (counts.departedSubscriber ?? 0);
};

const nextDay = () => database.sql("update private.spending set at = at - interval '25 hours'");

describe("a subscription, with a sender configured", () => {
  it("stores the consent, and enqueues one email to confirm", async () => {
    expect(await subscribe()).toBe("subscribed");
    const row = await rowOf();
    expect(row).toMatchObject({ consent_version: "v1", consent_page: "/insights", confirmed_at: null, left_at: null });
    expect(row?.requested_at).toEqual(row?.created_at);
    expect(await mails()).toEqual([
      { purpose: "newsletter-confirm", person: row?.id, occurrence: 1, address_key: kai },
    ]);
    expect(await subscribe()).toBe("already-subscribed");
    expect(await mails(), "sent twice").toHaveLength(1);
  });

  it("enqueues another email for a repeated request, at most one a day, and stores the new consent", async () => {
    await subscribe();
    await settled();
    await later("2 minutes");
    await subscribe();
    expect(await mails(), "within a day").toHaveLength(1);
    await nextDay();
    await database.call("worker", "public.subscribe('KAI@example.org', false, 'v2', '/newsletter/embed', $1)", kai);
    expect(await mails()).toHaveLength(2);
    expect(await rowOf()).toMatchObject({ consent_version: "v2", consent_page: "/newsletter/embed" });
  });

  it("enqueues an email for a confirmed subscriber too, whose consent stays as it was", async () => {
    await subscribe();
    await link();
    await confirm();
    await settled();
    await later("1 hour");
    await nextDay();
    await database.call("worker", "public.subscribe('kai@example.org', false, 'v2', '/', $1)", kai);
    expect((await mails()).map(({ purpose }) => purpose)).toEqual([
      "newsletter-confirm",
      "newsletter-first",
      "newsletter-confirm",
    ]);
    expect(await rowOf()).toMatchObject({ consent_version: "v1", confirm_by: null });
  });

  it("enqueues nothing for suspected spam or without a sender, and then needs no confirmation", async () => {
    await subscribe("robot@example.org", key(2), true);
    await subscribe("before@example.org", null);
    expect(await mails()).toEqual([]);
    expect(await rowOf("before@example.org")).toMatchObject({ confirm_by: null, consent_version: "v1" });
  });

  it.each(["complained", "bounced", "not-mine"])("enqueues nothing for a suppressed address: %s", async (reason) => {
    await suppress(reason);
    expect(await subscribe()).toBe("subscribed");
    expect(await mails()).toEqual([]);
  });

  it("asks an address again that was erased", async () => {
    await suppress("erased");
    await subscribe();
    expect(await mails()).toHaveLength(1);
  });

  it("can be made only by the Worker, and rejects a long consent version", async () => {
    for (const actor of ["stranger", "member", "admin"] as const)
      await expect(database.call(actor, "public.subscribe('a@example.org', false)"), actor).rejects.toMatchObject({
        code: denied,
      });
    const long = database.call("worker", "public.subscribe('a@example.org', false, repeat('v', 41))");
    await expect(long).rejects.toMatchObject({ code: checkViolation });
  });
});

describe("the page of a subscription link", () => {
  beforeEach(async () => {
    await subscribe();
    await link();
  });

  it("shows the subscription without its ID, and nothing for an unknown link", async () => {
    const shown = await page();
    expect(shown).toMatchObject({ state: "waiting", email: "kai@example.org", changes: [], mails: [{ state: "due" }] });
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(["id"]));
    expect(await page(digest(2))).toEqual({ state: "nowhere" });
  });

  it("confirms on the first press, and changes nothing on the second", async () => {
    expect(await confirm()).toBe("confirmed");
    await later("1 hour");
    const before = await rowOf();
    expect(await confirm()).toBe("confirmed");
    const { updated_at: _then, ...rest } = before ?? {};
    expect(await rowOf()).toMatchObject(rest);
    expect(await page()).toMatchObject({ state: "subscribed", confirm_by: null });
  });

  it("gets a new reader one first letter, with the next event and the latest issue, until they leave", async () => {
    const content = async () => {
      const [row] = await database.sql<{ content: Row | null }>(
        "select private.mail_content('newsletter-first', id, 1) as content from public.newsletter_subscribers",
      );
      return row?.content;
    };
    const first = async () => (await mails()).filter(({ purpose }) => purpose === "newsletter-first");
    expect(await content(), "before the address is confirmed").toBeNull();
    await confirm();
    await confirm();
    expect(await first()).toEqual([
      { purpose: "newsletter-first", person: (await rowOf())?.id, occurrence: 1, address_key: kai },
    ]);
    expect(await content()).toMatchObject({ email: "kai@example.org", issue: null });
    await database.sql("update public.events set status = 'cancelled' where over_at > now() or over_at is null");
    await database.sql(
      `insert into public.events
           (key, title, summary, about, starts_at, date_precision, place, is_published, status, takes_reservations, attendee_limit)
         select key, key, 'x', 'x', now() + after::interval, 'exact', 'Hilo', key <> 'draft', status, true, 5
         from (values ('later', '3 days', 'scheduled'), ('next', '2 days', 'scheduled'), ('draft', '1 day', 'scheduled'),
           ('off', '1 day', 'cancelled')) e (key, after, status)`,
    );
    // Only people with a reservation at the other event can come.
    await database.sql(
      `insert into public.events
           (key, title, summary, about, starts_at, date_precision, place, is_published, takes_reservations, attendee_limit, for_people_of)
         select 'workshop', 'workshop', 'x', 'x', now() + interval '1 day', 'exact', 'Hilo', true, true, 5, id
         from public.events where key = 'later'`,
    );
    await database.sql(
      `insert into public.newsletter_issues (slug, subject, preview_text, markdown, html, renderer, letter, scheduled_at, sent_at, recipients)
         select slug, slug, '', 'x', 'x', 'x', '{}', now(), now() - ago::interval, 0
         from (values ('old', '2 months'), ('latest', '1 month')) i (slug, ago)`,
    );
    expect(await content()).toMatchObject({ event: { key: "next", place: "Hilo" }, issue: { slug: "latest" } });
    await leave();
    expect(await content(), "to who has left").toBeNull();
    await comeBack();
    expect(await first(), "to who comes back").toHaveLength(1);
  });

  it("gets nobody a first letter while owners have switched it off", async () => {
    const setting = (goes: string) =>
      database.sql(
        `update public.site_settings set settings = jsonb_build_object('name', 'x', 'short_name', 'x', 'tagline', 'x', 'email', 'x',
           'location', 'x', 'community_url', 'https://x.example', 'meetup_url', 'https://x.example', 'chat_url', 'https://x.example',
           'first_letter_goes', $1::text)`,
        goes,
      );
    await setting("Do not send it");
    await confirm();
    expect((await mails()).map(({ purpose }) => purpose)).toEqual(["newsletter-confirm"]);
    await setting("Send it");
    await confirm();
    expect(
      (await mails()).map(({ purpose }) => purpose),
      "to who confirmed before",
    ).toEqual(["newsletter-confirm"]);
  });

  it("lifts a suppression after an erasure on confirmation, but not one after a complaint", async () => {
    await suppress("erased");
    await suppress("complained", "transactional");
    expect(await confirm()).toBe("confirmed");
    expect(await suppressions()).toEqual([{ address_key: kai, stream: "transactional", reason: "complained" }]);
    await suppress("complained");
    expect(await confirm()).toBe("refused");
    expect(await suppressions()).toHaveLength(2);
  });

  it("unsubscribes once without a suppression, and keeps the old consent if that is undone within a day", async () => {
    await confirm();
    await later("1 hour");
    const before = await rowOf();
    expect(await leave()).toBe(true);
    expect(await leave(), "again").toBe(false);
    expect(await page()).toMatchObject({ state: "left" });
    expect(await confirm(), "the old button does not bring back").toBe("nowhere");
    expect(await suppressions()).toEqual([]);
    await later("23 hours");
    expect(await comeBack()).toBe("back");
    expect(await rowOf()).toMatchObject({ left_at: null, consent_version: before?.consent_version });
  });

  it("resubscribes later with a new consent, and never after a complaint", async () => {
    await confirm();
    await leave();
    await later("25 hours");
    await suppress("complained");
    expect(await comeBack()).toBe("refused");
    await database.sql("delete from private.mail_suppressions");
    expect(await comeBack()).toBe("back");
    const row = await rowOf();
    expect(row).toMatchObject({ left_at: null, consent_version: "v2", consent_page: "/n" });
    expect(row?.requested_at).toEqual(row?.confirmed_at);
  });

  it("erases at once, and keeps a suppression for a confirmed address", async () => {
    await confirm();
    expect(await erase()).toBe(true);
    expect(await rowOf()).toBeUndefined();
    expect(await mails()).toEqual([]);
    expect(await suppressions()).toEqual([{ address_key: kai, stream: "newsletter", reason: "erased" }]);
    expect(await page()).toEqual({ state: "nowhere" });
    expect(await erase(), "again").toBe(false);
  });

  it("erases an unconfirmed address without a trace, unless its owner did not sign up", async () => {
    await erase();
    expect(await suppressions()).toEqual([]);
    await later("1 hour");
    await subscribe();
    await link();
    await erase(false);
    expect(await suppressions()).toEqual([{ address_key: kai, stream: "newsletter", reason: "not-mine" }]);
    await subscribe();
    expect(await mails()).toEqual([]);
  });

  it("does nothing for an unknown link", async () => {
    const nowhere = digest(9);
    expect(await confirm(nowhere)).toBe("nowhere");
    expect(await leave(nowhere)).toBe(false);
    expect(await database.call("worker", "public.return_to_newsletter($1, $2, 'v', '/n')", nowhere, kai)).toBe(
      "nowhere",
    );
    expect(await database.call("worker", "public.erase_subscription($1, $2, true)", nowhere, kai)).toBe(false);
    const change = "public.change_newsletter_address($1, 'new@example.org', $2)";
    expect(await database.call("worker", change, nowhere, kai)).toBe("nowhere");
    expect(await database.call("worker", "public.confirm_newsletter_address($1, $2)", nowhere, kai)).toBe("nowhere");
  });

  it("shows a subscriber who complained about an issue as unsubscribed, and refuses a return", async () => {
    await confirm();
    const row = await rowOf();
    await database.sql(
      "insert into public.mails (purpose, person, occurrence, state, next_attempt_at, provider_id, address_key) values ('newsletter-issue', $1, 1, 'accepted', null, 're_1', $2)",
      row?.id,
      kai,
    );
    await database.call("worker", "public.note_mail_event('a', 're_1', 'complained', now())");
    expect(await page()).toMatchObject({ state: "left" });
    expect(await comeBack()).toBe("refused");
  });
});

describe("a change of a subscriber's address", () => {
  const fresh = digest(5);
  const newKey = key(5);
  const change = (email = "new@example.org", addressKey = newKey) =>
    database.call("worker", "public.change_newsletter_address($1, $2, $3)", own, email, addressKey);
  const confirmChange = () => database.call("worker", "public.confirm_newsletter_address($1, $2)", fresh, newKey);
  /** Stores the token of the link, as freezing the mail does. */
  const receive = () =>
    database.sql(
      "select private.keep_mail_link('newsletter-address', id, $1) from private.newsletter_address_changes",
      fresh,
    );
  beforeEach(async () => {
    await subscribe();
    await link();
    await confirm();
  });

  it("asks the new address once, and changes nothing before it is confirmed", async () => {
    expect(await change()).toBe("asked");
    expect(await change(), "sent twice").toBe("asked");
    expect((await mails()).map(({ purpose, address_key }) => [purpose, address_key])).toEqual([
      ["newsletter-confirm", kai],
      ["newsletter-first", kai],
      ["newsletter-address", newKey],
    ]);
    expect(await rowOf()).toBeDefined();
    expect(await page()).toMatchObject({ changes: [{ email: "new@example.org" }] });
    await receive();
    expect(await page(fresh)).toEqual({ state: "changing", email: "new@example.org" });
  });

  it("takes effect when it is confirmed, ends the old links, and notifies the old address", async () => {
    await change();
    await receive();
    expect(await confirmChange()).toBe("changed");
    expect(await confirmChange(), "again").toBe("nowhere");
    expect(await page()).toEqual({ state: "nowhere" });
    expect(await page(fresh)).toMatchObject({ state: "subscribed", email: "new@example.org" });
    expect(await rowOf("new@example.org")).toMatchObject({ link_generation: 1 });
    const [last] = (await mails()).slice(-1);
    expect(last).toMatchObject({ purpose: "newsletter-address-changed", address_key: null });
    const content =
      "select private.mail_content(purpose, person, occurrence) as content from public.mails order by id desc";
    expect((await database.sql(content))[0]?.content).toEqual({ email: "kai@example.org" });
  });

  it("merges with a subscription that the new address already has", async () => {
    await subscribe("new@example.org", newKey);
    await change();
    await receive();
    expect(await confirmChange()).toBe("changed");
    expect(await database.sql("select email from public.newsletter_subscribers")).toEqual([
      { email: "new@example.org" },
    ]);
  });

  it("is refused for the same address, after a complaint, and more than 5 times a day", async () => {
    expect(await change("KAI@example.org", kai)).toBe("same");
    await database.sql(
      "insert into private.mail_suppressions (address_key, stream, reason) values ($1, 'newsletter', 'complained')",
      newKey,
    );
    expect(await change()).toBe("asked");
    expect((await mails()).filter(({ address_key }) => address_key !== kai)).toEqual([]);
    await receive();
    expect(await confirmChange()).toBe("refused");
    for (let n = 0; n < 4; n += 1) expect(await change(`${n}@example.org`, key(10 + n))).toBe("asked");
    expect(await change("5@example.org", key(20))).toBe("too-many");
  });

  it("expires after 7 days, and is possible only while subscribed", async () => {
    await change();
    await receive();
    await database.sql("update private.newsletter_address_changes set requested_at = now() - interval '7 days'");
    expect(await page(fresh)).toEqual({ state: "nowhere" });
    expect(await confirmChange()).toBe("nowhere");
    expect(await database.call<Row>("worker", "public.purge()")).toMatchObject({ addressChange: 1 });
    await leave();
    expect(await change()).toBe("nowhere");
  });

  it("is part of the person's data, and is erased with it", async () => {
    await change();
    const data = await database.call<Row>(
      "admin",
      "public.personal_data('new@example.org', $1, $2, $3)",
      key(7),
      key(8),
      newKey,
    );
    expect(data).toMatchObject({ newsletter_changes: [{ email: "new@example.org" }], mentions: [], mails: [{}] });
    await database.call(
      "worker",
      "public.erase_person($1, 'new@example.org', $2, $3, $4)",
      database.idOf("admin"),
      key(7),
      key(8),
      newKey,
    );
    expect(await database.sql("select from private.newsletter_address_changes")).toEqual([]);
    expect((await mails()).filter(({ address_key }) => address_key !== kai)).toEqual([]);
  });

  it("by an admin needs a new confirmation and ends the old links, unless only the case changes", async () => {
    await database.as("admin", "update public.newsletter_subscribers set email = 'Kai@example.org'");
    expect(await page(), "another spelling").toMatchObject({ state: "subscribed" });
    await database.as("admin", "update public.newsletter_subscribers set email = 'kaiulani@example.org'");
    expect(await rowOf("kaiulani@example.org")).toMatchObject({ confirmed_at: null, link_generation: 1 });
    expect(await page()).toEqual({ state: "nowhere" });
  });
});

describe("retention", () => {
  beforeEach(() => subscribe());

  it("deletes unconfirmed subscriptions after 30 days, except those that need no confirmation", async () => {
    await subscribe("before@example.org", null);
    await later("29 days 23 hours");
    expect(await purged()).toBe(0);
    await later("1 hour");
    expect(await purged()).toBe(1);
    expect(await rowOf("before@example.org")).toBeDefined();
  });

  it("keeps confirmed subscribers, and those who left for 30 days or until a new request expires", async () => {
    await link();
    await confirm();
    await later("40 days");
    expect(await purged()).toBe(0);
    await leave();
    await later("29 days");
    await subscribe();
    await later("29 days");
    expect(await purged()).toBe(0);
    await later("1 day");
    expect(await purged()).toBe(1);
  });
});

describe("asking earlier subscribers to confirm", () => {
  const ask = (actor: "admin" | "member" = "admin") => database.call<number>(actor, "public.ask_to_confirm()");

  it("enqueues one email to each, and never again", async () => {
    await subscribe("before@example.org", null);
    await subscribe("robot@example.org", null, true);
    await subscribe();
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(0);
    expect((await mails()).map(({ address_key }) => address_key)).toEqual([kai, null]);
    expect(await rowOf("before@example.org")).toMatchObject({
      confirmation_asked_at: expect.any(Date),
      confirm_by: null,
    });
    await database.sql("delete from public.mails");
    await later("40 days");
    expect(await ask()).toBe(0);
  });

  it("asks again when an address was corrected, and when one is not spam after all", async () => {
    await subscribe("before@example.org", null);
    await ask();
    await database.as("admin", "update public.newsletter_subscribers set email = 'corrected@example.org'");
    await subscribe("robot@example.org", null, true);
    await database.as("admin", "update public.newsletter_subscribers set suspected_spam = false");
    expect(await ask()).toBe(2);
  });

  it("is only for admins", async () => {
    await expect(ask("member")).rejects.toMatchObject({ code: denied });
    await expect(database.call("worker", "public.ask_to_confirm()")).rejects.toMatchObject({ code: denied });
  });
});

it("the dashboard counts the subscribers, and how many of them have confirmed", async () => {
  const counts = async () => (await database.call<{ counts: Row }>("admin", "public.dashboard()")).counts;
  await subscribe();
  await subscribe("left@example.org", key(2));
  await subscribe("waiting@example.org", key(3));
  await link();
  await confirm();
  await link(digest(2), "left@example.org");
  await leave(digest(2));
  expect(await counts()).toMatchObject({ subscribers: 2, confirmed_subscribers: 1 });
});
