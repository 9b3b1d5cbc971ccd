import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, denied, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
const digest = key(1).repeat(2);

interface Words {
  name?: string;
  organization?: string | null;
  biography?: string;
  link_url?: string | null;
  talks?: { id: string; title?: string; abstract?: string }[];
}
interface Contact {
  email: string | null;
  asked_at: string | null;
  has_link: boolean;
  correction: Words | null;
  words: Words | null;
  version: string | null;
  is_taken: boolean | null;
}

let event: string;
let speaker: string;
let talk: string;
let foreign: string;

const addTalk = async (title: string, speakers: string[]) => {
  const [added] = await sql<{ id: string }>(
    "insert into public.talks (event_id, title, abstract) values ($1, $2, 'As it is.') returning id",
    event,
    title,
  );
  for (const [position, each] of speakers.entries())
    await sql(
      "insert into public.talk_speakers (talk_id, speaker_id, event_id, position) values ($1, $2, $3, $4)",
      ...[added?.id, each, event, position],
    );
  return added?.id as string;
};
const addSpeaker = async (name: string) => {
  const [added] = await sql<{ id: string }>(
    "insert into public.speakers (event_id, name, organization) values ($1, $2, 'Ledger') returning id",
    event,
    name,
  );
  return added?.id as string;
};
const ask = (email = "Leilani@example.org", actor: "admin" | "editor" | "member" | "worker" = "admin") =>
  database.call<string>(actor, "public.ask_for_corrections($1, $2)", speaker, email);
const mails = () =>
  sql<{ person: string; id: number }>("select id, person from public.mails where purpose = 'speaker-corrections'");
const content = async () => {
  const [row] = await sql<{ content: object | null }>(
    "select private.mail_content('speaker-corrections', $1, 1) as content",
    speaker,
  );
  return row?.content;
};
const link = () => database.call("admin", "public.make_speaker_link($1, $2)", speaker, digest);
const page = () =>
  database.call<{ words?: Words; correction?: Words | null; is_taken?: boolean | null }>(
    "worker",
    "public.correction_page($1)",
    digest,
  );
const present = async () => (await page()).words as Required<Words>;
const send = (words: Words) =>
  database.call<string>("worker", "public.send_correction($1, $2)", digest, JSON.stringify(words));
const contact = async () =>
  (await database.call<Contact[]>("admin", "public.speaker_contacts($1)", event))[0] as Contact;
const settle = async (takes: boolean, version?: string | null) =>
  database.call("admin", "public.settle_correction($1, $2, $3)", speaker, version ?? (await contact()).version, takes);
const spendHour = () =>
  sql("update private.speaker_contacts set asked_at = asked_at - interval '1 hour'").then(() =>
    sql(
      "update public.mails set next_attempt_at = null, state = 'accepted', created_at = created_at - interval '1 hour'",
    ),
  );

beforeEach(async () => {
  event = await addEvent(database, "conference");
  speaker = await addSpeaker("Leilani Kaʻōpūlani");
  talk = await addTalk("A talk", [speaker]);
  foreign = await addTalk("Another's", [await addSpeaker("Keoni")]);
});

describe("asking a speaker for corrections", () => {
  it("keeps the address, and sends one mail, whose link is its own", async () => {
    expect(await ask()).toBe("asked");
    expect(await ask()).toBe("asked-before");
    expect(await mails()).toEqual([expect.objectContaining({ person: speaker })]);
    expect(await content()).toEqual({
      ...{ speaker, email: "Leilani@example.org", name: "Leilani Kaʻōpūlani", event: "An event" },
    });
    await sql("select private.keep_mail_link('speaker-corrections', $1, $2)", speaker, digest);
    expect(await present()).toMatchObject({ name: "Leilani Kaʻōpūlani", talks: [{ id: talk, title: "A talk" }] });
    expect(await contact()).toMatchObject({ email: "Leilani@example.org", has_link: true, correction: null });
  });

  it("again after an hour, and at once to another address, whose link is the only one then", async () => {
    await ask();
    await spendHour();
    expect(await ask()).toBe("asked");
    await link();
    await spendHour();
    expect(await ask("other@example.org")).toBe("asked");
    expect(await page()).toEqual({});
    expect(await mails()).toHaveLength(3);
  });

  it("stops at 200 mails a day of one admin", async () => {
    await sql("update private.budget_rules set most = 1 where what = 'by-hand'");
    await ask();
    await spendHour();
    expect(await ask()).toBe("not-now");
    expect(await mails()).toHaveLength(1);
  });

  it("is for admins", async () => {
    await expect(ask("kai@example.org", "member")).rejects.toMatchObject({ code: denied });
    await expect(ask("kai@example.org", "worker")).rejects.toMatchObject({ code: denied });
    expect(await database.call("member", "public.speaker_contacts($1)", event)).toEqual([]);
    expect(await database.call("admin", "public.ask_for_corrections(gen_random_uuid(), 'kai@example.org')")).toBe(
      "not-found",
    );
  });

  it("ends with the event, with its link and its mail", async () => {
    await ask();
    await link();
    await sql(
      "update public.events set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day', date_precision = 'exact' where id = $1",
      event,
    );
    await spendHour();
    expect(await ask()).toBe("over");
    expect(await content()).toBeNull();
    expect(await page()).toEqual({});
    expect(await send({ name: "Late" })).toBe("not-found");
    expect(await link()).toBe(false);
    await sql("update public.events set status = 'postponed' where id = $1", event);
    expect(await present()).toMatchObject({ name: "Leilani Kaʻōpūlani" });
  });

  it("ends when an admin forgets the address", async () => {
    await link();
    expect(await database.call("admin", "public.forget_speaker_contact($1)", speaker)).toBe(true);
    expect(await page()).toEqual({});
    expect(await database.call("admin", "public.forget_speaker_contact($1)", speaker)).toBe(false);
  });
});

describe("a correction", () => {
  beforeEach(link);

  it("waits with what differs and is theirs, until an admin takes it", async () => {
    const words = await present();
    const sent = {
      ...words,
      organization: null,
      talks: [
        { ...words.talks[0], id: talk, abstract: "As it **will** be." },
        { id: foreign, title: "Mine now" },
      ],
      event_id: "x",
    };
    expect(await send(sent)).toBe("waiting");
    const expected = { organization: null, talks: [{ id: talk, abstract: "As it **will** be." }] };
    expect(await contact()).toMatchObject({ correction: expected, words });
    expect(await present()).toEqual(words);
    expect(await settle(true)).toBe("settled");
    expect(await present()).toEqual({
      ...words,
      organization: null,
      talks: [{ ...words.talks[0], abstract: "As it **will** be." }],
    });
    expect(await page()).toMatchObject({ correction: null, is_taken: true });
    const [other] = await sql("select title from public.talks where id = $1", foreign);
    expect(other).toEqual({ title: "Another's" });
    expect(await settle(true, "")).toBe("changed");
  });

  it("is replaced by the next one, and gone when nothing differs", async () => {
    await send({ ...(await present()), name: "Lei", biography: "One." });
    await send({ ...(await present()), biography: "Two." });
    expect((await contact()).correction).toEqual({ biography: "Two." });
    expect(await send(await present())).toBe("same");
    expect(await page()).toMatchObject({ correction: null, sent_at: null, is_taken: null });
  });

  it("that is left changes nothing, and the speaker is told; the next one waits again", async () => {
    await send({ ...(await present()), name: "Lei" });
    expect(await settle(false)).toBe("settled");
    expect((await present()).name).toBe("Leilani Kaʻōpūlani");
    expect(await page()).toMatchObject({ correction: null, is_taken: false });
    await send({ ...(await present()), name: "Lei" });
    expect(await page()).toMatchObject({ correction: { name: "Lei" }, is_taken: null });
  });

  it("is not taken as it was seen when it, or a text, is another one by now", async () => {
    await send({ ...(await present()), name: "Lei" });
    const { version } = await contact();
    await sql("update public.talks set title = 'Renamed' where id = $1", talk);
    expect(await settle(true, version)).toBe("changed");
    const seen = (await contact()).version;
    await send({ ...(await present()), name: "Leilani" });
    expect(await settle(true, seen)).toBe("changed");
    expect((await present()).name).toBe("Leilani Kaʻōpūlani");
  });

  it("leaves what an admin changed meanwhile, where the speaker had not", async () => {
    await send({ ...(await present()), name: "Lei" });
    await sql("update public.speakers set organization = 'New' where id = $1", speaker);
    expect(await settle(true)).toBe("settled");
    expect(await present()).toMatchObject({ name: "Lei", organization: "New" });
  });

  it("is settled by admins alone, and sent by the Worker alone", async () => {
    for (const actor of ["member", "worker"] as const)
      await expect(database.call(actor, "public.settle_correction($1, 'x', true)", speaker)).rejects.toMatchObject({
        code: denied,
      });
    await expect(database.call("admin", "public.send_correction($1, '{}')", digest)).rejects.toMatchObject({
      code: denied,
    });
  });
});

it("goes, with address, link and mail, when the owner of its address is erased; what the program says stays", async () => {
  await ask();
  await link();
  await send({ ...(await present()), name: "Lei" });
  const held = await database.call<{ speakers: object[] }>(
    "admin",
    "public.personal_data('leilani@example.org', $1, $1)",
    key(3),
  );
  expect(held.speakers).toEqual([
    expect.objectContaining({
      speaker: "Leilani Kaʻōpūlani",
      email: "Leilani@example.org",
      correction: { name: "Lei" },
    }),
  ]);
  const erased = await database.call(
    "worker",
    "public.erase_person($1, 'leilani@example.org', $2, $2)",
    database.idOf("admin"),
    key(3),
  );
  expect(erased).toMatchObject({ outcome: "erased", erased: { speaker_contacts: 1, mails: 1 } });
  expect(await page()).toEqual({});
  expect(await mails()).toEqual([]);
  expect(await sql("select from public.speakers where id = $1", speaker)).toHaveLength(1);
});
