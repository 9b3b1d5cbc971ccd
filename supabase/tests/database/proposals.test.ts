import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, denied, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
const digest = key(1).repeat(2);

interface Proposal {
  id: string;
  state: string;
  notes: string;
  updated_at: string;
}

let event: string;

const talk = { title: "Knots", kind: "talk", abstract: "Of **keys**.", name: "Leilani", email: "Lei@example.org" };
const propose = (changed: Partial<typeof talk> = {}, number = 1, sender: object | null = null) => {
  const { title, kind, abstract, name, email } = { ...talk, ...changed };
  return database.call<string>(
    "worker",
    "public.propose_talk('luau', $1, $2, $3, $4, $5, $6, $7)",
    ...[title, kind, abstract, name, email, key(number), sender && JSON.stringify(sender)],
  );
};
const stored = () =>
  sql<{ id: string; title: string; abstract: string; confirmed: boolean }>(
    "select id, title, abstract, confirmed_at is not null as confirmed from private.talk_proposals order by title",
  );
const mails = (purpose = "proposal-confirm") => sql("select person from public.mails where purpose = $1", purpose);
const link = () => sql("select private.keep_mail_link('proposal-confirm', id, $1) from private.talk_proposals", digest);
const page = () => database.call<{ state?: string; is_open?: boolean }>("worker", "public.proposal_page($1)", digest);
const confirm = () => database.call("worker", "public.confirm_proposal($1)", digest);
const change = (title: string) =>
  database.call("worker", "public.change_proposal($1, $2, 'workshop', 'Anew.', 'Lei')", digest, title);
const withdraw = (refused: string | null = null) =>
  database.call("worker", "public.withdraw_proposal($1, $2)", digest, refused);
const edited = () =>
  database.call<{ call: { updated_at: string }; proposals: Proposal[] }>("admin", "public.edited_call($1)", event);
const first = async () => (await edited()).proposals[0] as Proposal;
const saveCall = (deadline: string, version: string | null = null) =>
  database.call(
    "admin",
    "public.save_call($1, $2, $3)",
    event,
    JSON.stringify({ deadline, about: "Any.", accepted_text: "Yes, {name}.", declined_text: "No." }),
    version,
  );
const decide = async (accepts: boolean, mailed = true) => {
  const { id, updated_at: version } = await first();
  return database.call("admin", "public.decide_proposal($1, $2, $3, $4)", id, accepts, mailed, version);
};
const close = () => sql("update private.talk_calls set deadline = now()");
const content = async (purpose: string) => {
  const [row] = await sql<{ content: object | null }>(
    "select private.mail_content($1, id, 1) as content from private.talk_proposals",
    purpose,
  );
  return row?.content;
};

beforeEach(async () => {
  event = await addEvent(database, "luau");
  await saveCall("2097-01-01T00:00:00Z");
});

describe("a call for talks", () => {
  it("is open until its deadline, while the event is published and not canceled", async () => {
    const isOpen = async () =>
      (await database.call<{ call: { is_open: boolean } | null }>("stranger", "public.talk_call('luau')")).call
        ?.is_open;
    expect(await isOpen()).toBe(true);
    await sql("update public.events set status = 'cancelled' where id = $1", event);
    expect(await isOpen()).toBe(false);
    await sql("update public.events set status = 'scheduled', is_published = false where id = $1", event);
    expect([await isOpen(), await propose()]).toEqual([undefined, "closed"]);
    await sql("update public.events set is_published = true where id = $1", event);
    await close();
    expect([await isOpen(), await propose()]).toEqual([false, "closed"]);
    expect(await stored()).toEqual([]);
  });

  it("is created once, and changed only by an admin who has seen its current version", async () => {
    expect(await saveCall("2098-01-01T00:00:00Z")).toBe("changed");
    expect(await saveCall("2098-01-01T00:00:00Z", "2020-01-01T00:00:00Z")).toBe("changed");
    expect(await saveCall("2098-01-01T00:00:00Z", (await edited()).call.updated_at)).toBe("saved");
  });
});

describe("a proposal", () => {
  it("waits for its address to be confirmed, once per title, with nothing typed in the email", async () => {
    expect(await propose()).toBe("asked");
    const [first] = await stored();
    expect(await propose({ abstract: "Buy my token.", name: "Stranger" })).toBe("asked");
    expect(await stored()).toEqual([first]);
    expect(await mails()).toHaveLength(1);
    expect(Object.keys((await content("proposal-confirm")) ?? {}).sort()).toEqual([
      "confirm_by",
      "email",
      "event",
      "id",
    ]);
    expect((await edited()).proposals).toEqual([]);
    await link();
    expect(await confirm()).toBe(true);
    expect(await confirm()).toBe(false);
    expect(await propose({ abstract: "Of somebody else." })).toBe("asked");
    expect(await stored()).toEqual([{ ...first, confirmed: true }]);
    expect((await edited()).proposals).toHaveLength(1);
  });

  it("is never refused because of others, ranks by its network, and counts toward the bytes", async () => {
    const sender = { near: key(90), far: key(91) };
    for (let number = 1; number <= 10; number++)
      expect(await propose({ email: `kai${number}@example.org` }, number, { recipient: key(number), ...sender })).toBe(
        "asked",
      );
    expect(await propose({ email: "kai11@example.org" }, 11, { recipient: key(11), ...sender })).toBe("asked");
    expect([await stored(), await mails()].map(({ length }) => length)).toEqual([11, 11]);
    expect(await sql("select max(rank) as most from public.mails")).toEqual([{ most: 10 }]);
    await sql("update private.budget_rules set most = 10 where what = 'bytes-reserve' and who = 'far'");
    expect(await propose({ email: "kai12@example.org" }, 12, { near: key(92), far: key(93) })).toBe("full");
  });

  it("causes at most three emails a day to one mailbox", async () => {
    for (let number = 1; number <= 5; number++) await propose({ title: `Talk ${number}` }, 1, { recipient: key(1) });
    expect(await mails()).toHaveLength(3);
  });

  it("can be changed through its link once it is confirmed, until the deadline", async () => {
    await propose();
    await link();
    expect(await change("Too early")).toBe(false);
    await confirm();
    expect(await change("Anew")).toBe(true);
    expect(await page()).toMatchObject({ title: "Anew", kind: "workshop", name: "Lei", state: "new", is_open: true });
    await close();
    expect(await change("Too late")).toBe(false);
    expect(await page()).toMatchObject({ title: "Anew", is_open: false });
  });

  it("cannot take the title of another proposal from the same address", async () => {
    await propose({ title: "Other" }, 2);
    await propose();
    await sql("update private.talk_proposals set link_digest = $1 where title = 'Knots'", digest);
    await confirm();
    expect(await change("Other")).toBe(false);
  });

  it("is erased with its email when it is withdrawn, and the address can refuse further emails", async () => {
    await propose();
    await link();
    expect(await withdraw(key(1))).toBe(true);
    expect([await stored(), await mails(), await page()]).toEqual([[], [], {}]);
    expect(await propose()).toBe("asked");
    expect(await mails()).toEqual([]);
    expect(await withdraw()).toBe(false);
  });
});

describe("admins", () => {
  beforeEach(async () => {
    await propose();
    await link();
    await confirm();
  });

  it("add notes to a proposal and mark it as discussed, which its sender does not see", async () => {
    const { id, updated_at: version } = await first();
    const note = (at: string) => database.call("admin", "public.sort_proposal($1, true, 'Good.', $2)", id, at);
    expect(await note(version)).toBe("saved");
    expect(await first()).toMatchObject({ state: "discussed", notes: "Good." });
    expect(await page()).toMatchObject({ state: "new" });
    expect(await note("2020-01-01T00:00:00Z")).toBe("changed");
    expect(JSON.stringify(await page())).not.toContain("Good.");
  });

  it("accept a proposal once, which creates an unannounced talk with its speaker, and an answer by email", async () => {
    const { id, updated_at: version } = await first();
    expect(await decide(true)).toBe("decided");
    expect(await database.call("admin", "public.decide_proposal($1, true, true, $2)", id, version)).toBe("changed");
    const [made] = await sql(
      `select t.id, t.title, t.kind, t.abstract, t.is_announced, s.name, c.email
       from public.talks t join public.talk_speakers h on h.talk_id = t.id join public.speakers s on s.id = h.speaker_id
       join private.speaker_contacts c on c.speaker_id = s.id where t.event_id = $1`,
      event,
    );
    expect(made).toEqual({
      ...{ id, title: "Knots", kind: "talk", abstract: "Of **keys**.", is_announced: false },
      ...{ name: "Leilani", email: "Lei@example.org" },
    });
    expect(await mails("proposal-answer")).toEqual([{ person: id }]);
    expect(await content("proposal-answer")).toMatchObject({ state: "accepted", text: "Yes, {name}.", title: "Knots" });
    expect([await page(), await withdraw(), await change("Late")]).toEqual([
      expect.objectContaining({ state: "accepted" }),
      false,
      false,
    ]);
  });

  it("create only one speaker for two accepted proposals of a person", async () => {
    await decide(true);
    await propose({ title: "Second", email: "lei@example.org" }, 2);
    await sql("update private.talk_proposals set confirmed_at = now(), confirm_by = null where title = 'Second'");
    const { proposals } = await edited();
    const second = proposals.find(({ state }) => state === "new") as Proposal;
    await database.call("admin", "public.decide_proposal($1, true, false, $2)", second.id, second.updated_at);
    expect(await sql("select from public.speakers where event_id = $1", event)).toHaveLength(1);
    expect(await sql("select from public.talk_speakers where event_id = $1", event)).toHaveLength(2);
  });

  it("decline a proposal without creating a talk, and without an email if none is to be sent", async () => {
    expect(await decide(false, false)).toBe("decided-untold");
    expect(await sql("select from public.talks where event_id = $1", event)).toEqual([]);
    expect(await mails("proposal-answer")).toEqual([]);
    expect(await content("proposal-answer")).toMatchObject({ state: "declined", text: "No." });
  });

  it("are the only ones who can decide and sort proposals and save a call", async () => {
    const { id, updated_at: version } = await first();
    for (const actor of ["member", "worker"] as const)
      for (const call of [
        `public.decide_proposal('${id}', true, false, '${version}')`,
        `public.sort_proposal('${id}', true, '', '${version}')`,
        `public.save_call('${event}', '{}')`,
      ])
        await expect(database.call(actor, call)).rejects.toMatchObject({ code: denied });
    expect(await database.call("member", "public.edited_call($1)", event)).toBeNull();
    await expect(database.call("admin", "public.confirm_proposal($1)", digest)).rejects.toMatchObject({ code: denied });
  });

  it("erase a proposal and its emails along with the person, but keep the talk made from it", async () => {
    await decide(true);
    const held = await database.call<{ proposals: object[] }>(
      "admin",
      "public.personal_data('lei@example.org', $1, $1)",
      key(3),
    );
    expect(held.proposals).toEqual([expect.objectContaining({ title: "Knots", email: "Lei@example.org" })]);
    const erased = await database.call(
      "worker",
      "public.erase_person($1, 'lei@example.org', $2, $2)",
      database.idOf("admin"),
      key(3),
    );
    expect(erased).toMatchObject({ erased: { proposals: 1, speaker_contacts: 1, mails: 2 } });
    expect(await stored()).toEqual([]);
    expect(await sql("select from public.talks where event_id = $1", event)).toHaveLength(1);
  });
});

it("of one call are read in pages of 50, or one alone", async () => {
  await sql(
    `insert into private.talk_proposals (event_id, kind, title, abstract, name, email, confirmed_at)
       select $1, 'talk', 'Talk ' || n, 'About it.', 'Lei', 'lei' || n || '@example.org', now() from generate_series(1, 60) n`,
    event,
  );
  const read = (number: number, proposal: string | null = null) =>
    database.call<{ total: number; proposals: { id: string }[] }>(
      "admin",
      "public.edited_call($1, $2, $3)",
      event,
      number,
      proposal,
    );
  const [one, two] = [await read(1), await read(2)];
  expect([one.total, one.proposals.length, two.proposals.length]).toEqual([60, 50, 10]);
  expect(new Set([...one.proposals, ...two.proposals].map(({ id }) => id)).size).toBe(60);
  const last = two.proposals[9]?.id ?? "";
  expect((await read(1, last)).proposals.map(({ id }) => id)).toEqual([last]);
});
