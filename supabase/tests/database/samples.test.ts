import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { articleRenderer, renderArticle } from "../../../app/features/articles/article-markdown.ts";
import { renderMarkdown } from "../../../app/platform/text/markdown.ts";
import { denied, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const file = readFileSync("supabase/samples.sql", "utf8");

interface Samples {
  events: { id: string; key: string; title: string; people: number }[];
  recaps: { id: string; title: string }[];
  issues: { id: string; subject: string }[];
  series: { id: string; name: string }[];
  places: { id: string; name: string }[];
  programmes: { id: string; title: string }[];
  likes: number;
  people: number;
}

const load = () => database.sql(file);
const list = (actor: "admin" | "editor" = "admin") => database.call<Samples>(actor, "public.samples()");
const remove = (people: number | null = null) => database.call("admin", "public.remove_samples($1)", people);
const workshop = async () => (await list()).events.find((event) => event.key === "first-wallet-workshop");
const join = (email: string, party = 1) =>
  database.call(
    "worker",
    "public.join_waitlist('first-wallet-workshop', 'Kai', $1, '1', false, false, $2, $3)",
    email,
    key(7),
    party,
  );
const monthly = expect.stringMatching(/^study-evenings-\d{4}-\d\d-\d\d$/);
const none: Samples = {
  events: [],
  recaps: [],
  issues: [],
  series: [],
  places: [],
  programmes: [],
  likes: 0,
  people: 0,
};

/** Returns events and counts of everything that samples add to. */
const content = () =>
  database.sql(
    `select (select jsonb_agg(jsonb_build_array(e.key, e.recap, e.recap_url) order by e.key) from public.events e) as events,
       (select count(*)::integer from public.newsletter_issues) as issues,
       (select count(*)::integer from public.series) as series,
       (select count(*)::integer from public.places) as places,
       (select count(*)::integer from public.programmes) + (select count(*)::integer from public.talks)
         + (select count(*)::integer from public.speakers) + (select count(*)::integer from public.rooms) as of_programmes,
       (select count(*)::integer from public.resource_likes) as likes,
       (select coalesce(sum(c.likes), 0)::integer from private.resource_like_counts c) as counted,
       (select coalesce(sum(d.total), 0)::integer from private.daily_totals d where d.kind = 'like') as of_days,
       (select count(*)::integer from public.mails) + (select count(*)::integer from public.waitlist_entries)
         + (select coalesce(sum(d.total), 0)::integer from private.daily_totals d where d.kind = 'waitlist') as of_people`,
  );

describe("the sample season", () => {
  it("is not in a test database, and not in the seed", async () => {
    expect(await list()).toEqual(none);
    expect(await database.sql("select from public.events where key = 'first-wallet-workshop'")).toEqual([]);
    expect(readFileSync("supabase/config.toml", "utf8")).toContain('sql_paths = ["./seed.sql"]');
  });

  it("has a workshop three weeks ahead with 20 free spots that can be reserved at once", async () => {
    await load();
    const [event] = await database.sql(
      `select e.attendee_limit, e.takes_reservations, e.is_published, e.ticket_url,
         (e.starts_at at time zone 'Pacific/Honolulu')::date - (now() at time zone 'Pacific/Honolulu')::date as days, p.taken
       from public.events e join public.event_spots p on p.event_id = e.id and p.attends = 'room' where e.key = 'first-wallet-workshop'`,
    );
    expect(event).toEqual({
      attendee_limit: 20,
      takes_reservations: true,
      is_published: true,
      ticket_url: null,
      days: 21,
      taken: 0,
    });
    expect(await join("visitor@example.org", 2)).toBe("placed");
  });

  it("has events, a series, a program, a recap, likes, and a published issue that was not emailed", async () => {
    const [before] = await content();
    await load();
    const samples = await list();
    expect(samples.events.map(({ key: name, people }) => (people > 0 ? people : name))).toEqual([
      "passkey-evening",
      "first-wallet-workshop",
      "board-supper",
      "demo-night",
      "talk-story-online",
      monthly,
    ]);
    expect(samples.series).toMatchObject([{ name: "Study Evenings" }]);
    expect(samples.places).toMatchObject([{ name: "Waiʻalae Work Hub" }]);
    expect(samples.programmes).toMatchObject([{ title: "ETH Hawaii" }]);
    expect(samples.recaps).toMatchObject([{ title: "Bitcoin Pizza Day 2025" }]);
    expect(samples.likes).toBeGreaterThan(20);
    expect(samples.people).toBe(3);
    const [after] = await content();
    expect(after).toMatchObject({ likes: samples.likes, counted: samples.likes, of_days: samples.likes });
    expect(before).toMatchObject({ issues: 0, likes: 0, of_days: 0 });
    const issues = await database.call<{ slug: string }[]>("stranger", "public.read_issues()");
    expect(issues).toMatchObject([{ slug: "a-season-of-talk-story" }]);
  });

  it("has a supper by link that people ask to attend, with two questions", async () => {
    await load();
    const [event] = await database.sql<{ address: string }>(
      `select e.address, e.is_listed, e.admission, count(q.id)::int as questions
       from public.events e join public.event_questions q on q.event_id = e.id where e.key = 'board-supper' group by e.id`,
    );
    expect(event).toMatchObject({ is_listed: false, admission: "asked", questions: 2 });
    const outcome = await database.call(
      "worker",
      "public.join_waitlist($1, 'Kai', 'kai@example.org', '1', false, false, $2, p_page => '/events/board-supper')",
      event?.address,
      key(3),
    );
    expect(outcome).toBe("asked");
  });

  it("has an evening in a room and online, with spots in both and a join link", async () => {
    await load();
    const [event] = await database.sql(
      `select e.meets, e.attendee_limit, e.online_limit, j.url from public.events e join private.join_links j on j.event_id = e.id
       where e.key = 'demo-night'`,
    );
    expect(event).toEqual({
      meets: "both",
      attendee_limit: 12,
      online_limit: 40,
      url: "https://meet.example/demo-night",
    });
  });

  it("has an evening that was moved, whose three people got the emails that they were owed and are owed none", async () => {
    await load();
    const got = await database.sql(
      `select w.name, array_agg(c.kind order by c.started_at) as kinds, w.told = e.relied_on as knows, r.checked_in_at is not null as came
       from public.waitlist_entries w
       join public.reservations r on r.id = w.id
       join public.events e on e.id = w.event_id
       join public.mails m on m.person = w.id and m.state = 'accepted'
       join public.campaigns c on c.id = m.occurrence and c.event_id = e.id
       group by w.id, e.id, r.id order by w.created_at`,
    );
    expect(got).toEqual([
      { name: "Pua Nakamura", kinds: ["changed", "own-words"], knows: true, came: true },
      { name: "Ikaika Santos", kinds: ["changed", "own-words"], knows: true, came: true },
      { name: "Hōkū Wong", kinds: ["own-words"], knows: true, came: false },
    ]);
    await database.call("worker", "public.start_reminders()");
    expect(await database.sql("select from public.mails where state <> 'accepted'")).toEqual([]);
    const moved = await database.sql("select changes from public.audit_log where table_name = 'events'");
    expect(moved).toMatchObject([{ changes: { place: { new: "Waiʻalae Work Hub" } } }]);
  });

  it("has texts with lists and links, and an email to the people of the workshop that nobody has sent", async () => {
    await load();
    const texts = await database.sql<{ about: string }>(
      "select about from public.events where key in ('first-wallet-workshop', 'demo-night') order by key",
    );
    expect(
      texts.map(({ about }) => renderMarkdown(about, { origin: "" }).match(/<(?:[ou]l>|a href="[^"]+")/g)),
    ).toEqual([
      ["<ul>", '<a href="/contact"'],
      ["<ol>", '<a href="https://ethereum.org/en/wallets/find-wallet/"'],
    ]);
    const emails = await database.sql(
      "select kind, audience, subject, started_at from public.campaigns where started_at is null",
    );
    expect(emails).toEqual([
      {
        kind: "own-words",
        audience: "spot",
        subject: "Before the workshop: charge your phone, and update it",
        started_at: null,
      },
    ]);
  });

  it("has the HTML of the issue that the renderer makes from its Markdown", async () => {
    await load();
    const [issue] = await database.sql<{ markdown: string; html: string; renderer: string }>(
      "select markdown, html, renderer from public.newsletter_issues",
    );
    expect(issue?.html).toBe(renderArticle(issue?.markdown ?? "").html);
    expect(issue?.renderer).toBe(articleRenderer);
  });

  it("changes nothing when it is loaded a second time", async () => {
    await load();
    const [once, samples] = [await content(), await list()];
    await load();
    expect([await content(), await list()]).toEqual([once, samples]);
  });

  it("is loaded without recap and likes if there are no events and resources for them", async () => {
    await database.sql("delete from public.education_resources");
    await database.sql("delete from public.events");
    await load();
    expect(await list()).toMatchObject({ events: [{}, {}, {}, {}, {}, {}], recaps: [], issues: [{}], likes: 0 });
  });
});

describe("a sample", () => {
  it("becomes the site's own content when an admin rewrites it", async () => {
    await load();
    await database.addEditor();
    const event = await workshop();
    await database.as("editor", "update public.events set title = 'Our workshop' where id = $1", event?.id);
    await database.as("admin", "update public.events set recap = 'It was nice.' where key = 'bitcoin'");
    const left = await list("editor");
    expect(left.events.map(({ key: name }) => name)).toEqual([
      "passkey-evening",
      "board-supper",
      "demo-night",
      "talk-story-online",
      monthly,
    ]);
    expect(left.recaps).toEqual([]);
    expect(await remove()).toBe("removed");
    expect(
      await database.sql(
        "select key, recap from public.events where title = 'Our workshop' or key = 'bitcoin' order by key",
      ),
    ).toEqual([
      { key: "bitcoin", recap: "It was nice." },
      { key: "first-wallet-workshop", recap: null },
    ]);
  });

  it("is kept with its whole program once an admin has changed one of its talks", async () => {
    await load();
    await database.as("admin", "update public.talks set title = 'Ours' where title = 'Closing circle'");
    expect(await list()).toMatchObject({ programmes: [] });
    expect(await remove()).toBe("removed");
    expect(await database.sql("select count(*)::integer as talks from public.talks")).toEqual([{ talks: 19 }]);
  });

  it("has a door that is open at once, until it becomes the site's own event", async () => {
    await load();
    const event = await workshop();
    const pass = "a".repeat(64);
    await database.sql(
      "insert into public.door_passes (event_id, name, token_digest) values ($1, 'Front', $2)",
      event?.id,
      pass,
    );
    await join("kai@example.org", 2);
    const [{ code } = { code: "" }] = await database.sql<{ code: string }>(
      "select code from public.reservations where event_id = $1",
      event?.id,
    );
    const door = () => database.call("worker", "public.door($1)", pass);
    const checkIn = () => database.call("worker", "public.check_in($1, $2, 2, 'Noe')", pass, code);
    expect(await door()).toMatchObject({ state: "open", opens_at: null, counts: expect.anything() });
    await database.as("admin", "update public.events set title = 'Our workshop' where id = $1", event?.id);
    expect(await door()).toMatchObject({ state: "early", opens_at: expect.any(String) });
    expect(await checkIn()).toBe("not-found");
    await database.sql("insert into private.samples (event_id) values ($1)", event?.id);
    expect(await checkIn()).toBe("in");
  });

  it("remains a sample when someone signs up for it, or an admin unpublishes, postpones or copies it", async () => {
    await load();
    const event = await workshop();
    await join("kai@example.org");
    await database.as(
      "admin",
      "update public.events set is_published = false, status = 'postponed' where id = $1",
      event?.id,
    );
    await database.call("admin", "public.copy_event($1, 'the-next', now() + interval '60 days', null)", event?.id);
    expect((await list()).events).toHaveLength(6);
    expect(await workshop()).toMatchObject({ people: 1 });
  });
});

describe("removing the samples", () => {
  it("restores the site as it was before them", async () => {
    const before = await content();
    await load();
    expect(await database.call("worker", "public.make_editions()")).toBe(2);
    expect((await list()).events).toHaveLength(8);
    expect(await remove()).toBe("removed");
    expect([await content(), await list()]).toEqual([before, none]);
    expect(await remove()).toBe("removed");
  });

  it("keeps the likes that visitors have added since, also in the totals", async () => {
    await load();
    const [resource] = await database.sql<{ id: string }>(
      "select id from public.education_resources order by id limit 1",
    );
    await database.call("worker", "public.set_like($1, 'like', null, $2, $3)", resource?.id, key(1), key(2));
    expect(await remove()).toBe("removed");
    expect(await content()).toMatchObject([{ likes: 1, counted: 1, of_days: 1 }]);
  });

  it("keeps an event that people have signed up for, unless their number is confirmed", async () => {
    await load();
    await join("kai@example.org", 2);
    await join("noa@example.org");
    expect(await remove()).toBe("kept");
    expect(await list()).toMatchObject({ events: [{ key: "first-wallet-workshop", people: 2 }], issues: [], likes: 0 });
    expect(await database.sql("select sum(taken)::int as taken from public.event_spots")).toEqual([{ taken: 3 }]);
    expect(await remove(2)).toBe("removed");
    expect(
      await database.sql(
        "select (select count(*) from public.reservations)::integer as spots, (select count(*) from public.waitlist_entries)::integer as people",
      ),
    ).toEqual([{ spots: 0, people: 0 }]);
  });

  it("removes nothing if more people have signed up than the owner saw", async () => {
    await load();
    await join("kai@example.org");
    await join("noa@example.org");
    const before = await list();
    expect(await remove(1)).toBe("more-people");
    expect(await list()).toEqual(before);
  });

  it("does not count suspected spam as a sign-up", async () => {
    await load();
    await database.call(
      "worker",
      "public.join_waitlist('first-wallet-workshop', 'Robot', 'robot@example.org', '1', true, false)",
    );
    expect(await remove()).toBe("removed");
  });

  it("is logged, and does not count as an admin's own work on events", async () => {
    await load();
    await remove();
    const log = await database.sql(
      "select verb, table_name, count(*)::integer as count from public.audit_log where actor = $1 and table_name <> 'access' group by 1, 2 order by 1, 2",
      database.idOf("admin"),
    );
    expect(log).toEqual([
      { verb: "delete", table_name: "campaigns", count: 3 },
      { verb: "delete", table_name: "event_questions", count: 5 },
      { verb: "delete", table_name: "events", count: 6 },
      { verb: "delete", table_name: "newsletter_issues", count: 1 },
      { verb: "delete", table_name: "places", count: 1 },
      { verb: "delete", table_name: "programmes", count: 1 },
      { verb: "delete", table_name: "rooms", count: 3 },
      { verb: "delete", table_name: "series", count: 1 },
      { verb: "delete", table_name: "speakers", count: 4 },
      { verb: "delete", table_name: "talks", count: 19 },
      { verb: "delete", table_name: "waitlist_entries", count: 3 },
      { verb: "update", table_name: "events", count: 1 },
      { verb: "update", table_name: "series", count: 1 },
    ]);
    expect(await database.call("admin", "public.dashboard()")).toMatchObject({ own: { events: false } });
  });

  it("is only for owners, while the list of samples is for all admins", async () => {
    await load();
    await database.addEditor();
    expect((await list("editor")).events).toHaveLength(6);
    for (const actor of ["editor", "member", "stranger", "worker"] as const)
      await expect(database.call(actor, "public.remove_samples()")).rejects.toMatchObject({ code: denied });
    for (const actor of ["member", "stranger", "worker"] as const)
      await expect(database.call(actor, "public.samples()")).rejects.toMatchObject({ code: denied });
    expect((await list()).events).toHaveLength(6);
  });
});
