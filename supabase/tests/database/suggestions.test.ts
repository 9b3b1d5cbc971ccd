import { beforeEach, describe, expect, it } from "vitest";
import { type Actor, addResource, denied, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

interface Answer {
  outcome: string;
  title: string | null;
  tab_key: string | null;
}

const book = { kind: "resource", title: "A book", url: "https://example.org/book", about: "About it.", spam: false };

async function suggest(
  asked: Partial<typeof book> & { day?: string; place?: string; email?: string; mail?: string; sender?: object } = {},
  actor: Actor = "worker",
) {
  const { kind, title, url, about, spam, day, place, email, mail, sender } = { ...book, ...asked };
  const values = [kind, title, url, about, spam, day ?? null, place ?? null, email ?? null, mail ?? null];
  const [answer] = await database.as<Answer & Record<string, unknown>>(
    actor,
    "select * from public.suggest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    ...values,
    sender ? JSON.stringify(sender) : null,
  );
  return answer;
}
const kept = () => database.sql("select kind, title, day::text, place, email, suspected_spam from public.suggestions");
const mails = () => database.sql("select purpose from public.mails where purpose = 'suggestion-receipt'");

beforeEach(async () => {
  await database.sql("delete from public.suggestions");
});

describe("a suggestion", () => {
  it("is stored with what was entered", async () => {
    expect(await suggest({ kind: "event", day: "2027-05-20", place: "Hilo", email: "kai@example.org" })).toMatchObject({
      outcome: "kept",
    });
    expect(await kept()).toEqual([
      {
        kind: "event",
        title: "A book",
        day: "2027-05-20",
        place: "Hilo",
        email: "kai@example.org",
        suspected_spam: false,
      },
    ]);
    expect(await mails()).toEqual([]);
  });

  it("is stored once for each page while it is open, regardless of the spelling of its URL", async () => {
    await suggest();
    expect(await suggest({ url: "http://www.example.org/book/?utm_source=x", title: "Again" })).toMatchObject({
      outcome: "already-kept",
    });
    expect(await kept()).toHaveLength(1);
    // What a stranger has sent before does not make an honest suggestion vanish.
    expect(await suggest({ email: "honest@example.org" })).toMatchObject({ outcome: "kept" });
    expect(await kept()).toHaveLength(2);
    await database.sql("update public.suggestions set status = 'declined'");
    expect(await suggest()).toMatchObject({ outcome: "kept" });
  });

  it("is not stored for a page that is published in the library, but is for a draft", async () => {
    const id = await addResource(database, { title: "The book" });
    await database.sql("update public.education_resources set url = 'https://www.example.org/book/' where id = $1", id);
    expect(await suggest()).toEqual({ outcome: "in-library", title: "The book", tab_key: "resources" });
    expect(await kept()).toEqual([]);
    await database.sql("update public.education_resources set is_published = false where id = $1", id);
    expect(await suggest()).toMatchObject({ outcome: "kept" });
  });

  it("is stored as suspected if it is spam, and gets no receipt", async () => {
    await suggest({ spam: true, email: "kai@example.org", mail: key(1) });
    expect(await kept()).toEqual([expect.objectContaining({ suspected_spam: true })]);
    expect(await mails()).toEqual([]);
  });

  it("gets one receipt a day per address, in the queue of strangers", async () => {
    const to = (number: number, url: string) =>
      suggest({
        url,
        email: `kai${number}@example.org`,
        mail: key(number),
        sender: { recipient: key(number), near: key(90), far: key(91) },
      });
    await to(1, "https://example.org/1");
    await to(1, "https://example.org/2");
    expect(await mails()).toHaveLength(1);
    for (let number = 2; number <= 15; number++) await to(number, `https://example.org/of-${number}`);
    expect(await mails()).toHaveLength(15);
    expect(await database.sql("select max(rank) as most, queue from public.mails group by queue")).toEqual([
      { most: 14, queue: "strangers" },
    ]);
    expect(await kept()).toHaveLength(16);
  });

  it("is suspected if it is over the budget of bytes, and refused once the reserve is used up", async () => {
    await database.sql("update private.budget_rules set most = 900 where what = 'bytes' and who = 'far'");
    const sender = { near: key(1), far: key(2) };
    await suggest({ sender });
    await suggest({ sender, url: "https://example.org/other" });
    expect((await kept()).map((row) => row.suspected_spam)).toEqual([false, true]);
    await database.sql("update private.budget_rules set most = 1200 where what = 'bytes-reserve' and who = 'far'");
    expect(await suggest({ sender, url: "https://example.org/third" })).toMatchObject({ outcome: "full" });
    expect(await kept()).toHaveLength(2);
  });

  it("is accepted only from the Worker", async () => {
    for (const actor of ["stranger", "member", "admin"] as const)
      await expect(suggest({}, actor)).rejects.toMatchObject({ code: denied });
  });
});

it("a suggestion and its receipt are erased with the person", async () => {
  await suggest({ email: "Kai@example.org", mail: key(1) });
  const held = await database.call<{ suggestions: object[] }>(
    "admin",
    "public.personal_data('kai@example.org', $1, $1)",
    key(3),
  );
  expect(held.suggestions).toEqual([expect.objectContaining({ title: "A book", email: "Kai@example.org" })]);
  const erased = await database.call(
    "worker",
    "public.erase_person($1, 'kai@example.org', $2, $2)",
    database.idOf("admin"),
    key(3),
  );
  expect(erased).toMatchObject({ outcome: "erased", erased: { suggestions: 1, mails: 1 } });
  expect(await kept()).toEqual([]);
});

describe("the queue of suggestions", () => {
  it("can be read and decided only by admins, who cannot add to it", async () => {
    await suggest({ email: "kai@example.org" });
    for (const actor of ["stranger", "worker"] as const)
      await expect(database.as(actor, "select id from public.suggestions")).rejects.toMatchObject({ code: denied });
    expect(await database.as("member", "select id from public.suggestions")).toEqual([]);
    const decide = (status: string) =>
      database.as(
        "admin",
        "update public.suggestions set status = $1 returning handled_at is not null as is_handled",
        status,
      );
    expect(await decide("declined")).toEqual([{ is_handled: true }]);
    expect(await decide("new")).toEqual([{ is_handled: false }]);
    await expect(
      database.as(
        "admin",
        "insert into public.suggestions (kind, title, url, about) values ('event', 'A', 'https://a.b', 'B')",
      ),
    ).rejects.toMatchObject({ code: denied });
    await expect(database.as("admin", "update public.suggestions set url = 'https://a.b'")).rejects.toMatchObject({
      code: denied,
    });
  });

  it("causes no link check, either of a suggestion or of a draft", async () => {
    await database.sql("delete from public.education_resources");
    await suggest();
    await addResource(database, { title: "Its draft", published: false });
    expect(await database.as("worker", "select url from public.claim_links(10, 60)")).toEqual([]);
  });
});
