import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, placeOf, readAsAdmin } from "./tables.ts";

let stack: Stack;
let admin: Visitor;

beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  admin = await signIn(new Visitor(stack.url));
});
afterAll(() => stack?.stop());

const look = async (path: string) => new Page((await admin.get(path)).body);
const stranger = () => new Visitor(stack.url);

const luau = {
  title: "Luau",
  key: "luau",
  date_precision: "day",
  date: "2097-05-22",
  place: "Hilo",
  summary: "Food.",
  is_published: "on",
};

/** Creates an event with its form. @returns the path of its page in the admin area */
async function addEvent(fields: Record<string, string>): Promise<string> {
  const answer = await admin.post("/admin/events/new", { ...luau, ...fields });
  expect(answer.status, new Page(answer.body).text(".summary")).toBe(303);
  return new URL(answer.headers.location ?? "", stack.url).pathname;
}

describe("a path of the admin area that does not exist", () => {
  const gone = "/admin/tabs/00000000-0000-4000-8000-00000000ffff";

  test.each(["/admin/nope", "/admin/events/a/b/c", gone])(
    "%s shows an admin a 404 inside the admin area, with a way back into it",
    async (path) => {
      const answer = await admin.get(path);
      const page = new Page(answer.body);
      expect(answer.status).toBe(404);
      expect(page.title).toMatch(/^Page not found/);
      expect(page.attributes('nav[aria-label="Admin"] a', "href")).toContain("/admin/messages");
      expect(page.attribute("main .back", "href")).toBe("/admin");
      expect(page.text("main")).toContain("Oops! The page you're looking for doesn't exist in our blockchain.");
      expect(page.attribute("main", "data-status")).toBe("404");
    },
  );

  test("redirects a stranger to the sign-in, and accepts no form", async () => {
    const read = await stranger().get("/admin/nope");
    expect([read.status, read.headers.location]).toEqual([302, "/admin/login"]);
    expect((await admin.post("/admin/nope", { title: "Nope" })).status).toBe(404);
  });
});

describe("a site without email", () => {
  test("refers a forgotten password to the operator, and promises no reset", async () => {
    const signIn = new Page((await stranger().get("/admin/login")).body);
    expect(signIn.attributes("main a", "href")).toContain("/admin/forgotten");
    const page = new Page((await stranger().get("/admin/forgotten")).body);
    expect(page.text("main")).toContain("a password cannot be reset on this page. Ask the operator of this website");
    expect(page.texts("main form")).toEqual([]);
    expect((await stranger().post("/admin/forgotten", { email: "admin@example.org" })).status).toBe(404);
  });

  test("says on the admins' page who makes accounts and passwords, and that no one can be invited", async () => {
    const page = await look("/admin/admins");
    expect(page.texts("code")).toEqual([
      "npm run admin -- add you@example.org",
      "npm run admin -- password you@example.org",
    ]);
    expect(page.text('[aria-labelledby="add"]')).toContain("nobody can be invited from here, and no page resets a");
    expect((await look("/admin/admins/invite")).texts("main form")).toEqual([]);
    expect((await admin.post("/admin/admins/invite", { intent: "ask", email: "new@example.org" })).status).toBe(404);
    expect((await look("/admin/account/address")).texts("main form")).toEqual([]);
    expect((await admin.post("/admin/account/address", { email: "new@example.org" })).status).toBe(404);
    expect((await look("/admin")).text("main")).not.toMatch(/invite|let you in/i);
  });
});

describe("a step that cannot be undone asks first, with numbers", () => {
  test("before adding an admin", async () => {
    const email = stack.settings.LOCAL_MEMBER_EMAIL ?? "";
    const before = (await look("/admin/admins")).texts("tbody tr").length;
    const asked = new Page((await admin.post("/admin/admins", { intent: "ask", email, role: "editor" })).body);
    expect(asked.text("#addition")).toBe(`Add ${email} as an editor?`);
    expect(asked.text(".asked p")).toContain(`There will be ${before + 1} admins.`);
    expect(asked.texts("tbody tr")).toHaveLength(before);
    expect((await look("/admin/admins")).texts("tbody tr")).toHaveLength(before);
  });

  test("before marking people as notified, for which the list itself has no button", async () => {
    for (const name of ["Kai", "Lani"]) {
      const entry = { name, email: `${name}@example.org`, event: "ethereum" };
      expect((await stranger().post("/events?event=ethereum", entry)).status).toBe(303);
    }
    const path = `${await placeOf(stack, "ethereum")}/emails/by-hand`;
    const list = await look(path);
    expect(list.all('main form[method="post"]')).toHaveLength(0);
    const ask = list.attributes("main a", "href").find((href) => href.includes("confirm=told")) ?? "";
    const asked = await look(ask.replace(/#.*/, ""));
    expect(asked.text("#told")).toBe("Mark 2 people as notified?");
    expect(asked.text(".asked p")).toContain("This cannot be undone");
    expect(asked.value("until")).toMatch(/^\d{4}-.*Z$/);
  });
});

describe("the dashboard", () => {
  const drafts = async () => {
    const item = (await look("/admin")).all(".needs li").find(({ textContent }) => textContent.includes("draft"));
    return [
      item?.querySelector("span")?.textContent,
      item?.querySelectorAll("a").map(({ textContent }) => textContent),
    ];
  };

  test("asks for nothing about past events", async () => {
    await addEvent({ key: "long-ago", date: "2020-05-22" });
    expect((await look("/admin")).text('[aria-labelledby="attention"]')).not.toContain("passed");
  });

  test("links “1 draft” to the list that has it, and to no other", async () => {
    expect(await drafts()).toEqual(["1 draft", ["Resources"]]);
    await addEvent({ key: "a-draft", is_published: "" });
    expect(await drafts()).toEqual(["2 drafts", ["Resources", "Events"]]);
  });
});

describe("an event", () => {
  test("that is canceled says so at the top of its page", async () => {
    const path = await addEvent({ key: "called-off", status: "cancelled" });
    expect((await look(path)).texts(".facts .state").slice(0, 2)).toEqual(["Published", "Canceled"]);
    expect((await look("/admin/events")).text("main")).not.toMatch(/cancelled/i);
    expect((await look(path)).text("main")).not.toMatch(/cancelled/i);
  });

  test("with waitlist entries suggests canceling it only if it is still to come", async () => {
    const joined = async (key: string, date: string) => {
      const path = await addEvent({ key, date });
      const entry = { name: "Kai", email: "kai@example.org", event: key };
      expect((await stranger().post(`/events/${key}`, entry)).status).toBe(303);
      return (await look(`${path}/details`)).text('[aria-labelledby="delete"]');
    };
    const first = "The waitlist has 1 entry. An owner has to remove it before the event can be deleted.";
    expect(await joined("over", "2020-05-22")).toMatch(new RegExp(`${first}$`));
    expect(await joined("to-come", "2097-05-22")).toContain(`${first} Or cancel the event instead`);
  });

  test("is listed by when it is: next the soonest, then the rest to come, a date to come, and what is over", async () => {
    const put = (name: string, fields: Record<string, string>) =>
      addEvent({ title: `Order ${name}`, key: `order-${name}`, ...fields });
    await put("next-year", { date: "2098-01-02" });
    await put("undated", { date_precision: "tba", date: "" });
    await put("long-ago", { date: "2019-03-04" });
    await put("next", { date: "2097-12-01" });
    await put("lately", { date: "2024-03-04" });
    const titles = async (query: string) => (await look(`/admin/events?q=order${query}`)).texts("tbody th a");
    const named = (names: string) => names.split(" ").map((name) => `Order ${name}`);
    expect(await titles("")).toEqual(named("next next-year undated lately long-ago"));
    expect(await titles("&state=past")).toEqual(named("lately long-ago"));
    expect((await look("/admin/events?q=order&state=past")).texts("tbody .state")).toEqual(["Past", "Past"]);
    expect(await titles("&sort=latest")).toEqual(named("undated next-year next lately long-ago"));
    expect(await titles("&sort=earliest")).toEqual(named("long-ago lately next next-year undated"));
    const [first] = (await look("/admin/events?q=order")).texts('select[name="sort"] option');
    expect(first).toBe("Next first");
  });

  test("accepts no http:// ticket link, as the hint says", async () => {
    const answer = await admin.post("/admin/events/new", { ...luau, key: "insecure", ticket_url: "http://a.example/" });
    expect(answer.status).toBe(422);
    expect(new Page(answer.body).text(".summary")).toContain("Enter a link that starts with https://");
    expect(await readAsAdmin(stack, "events?key=eq.insecure")).toEqual([]);
  });
});

describe("the key of a tab", () => {
  const keyOf = async (path: string) => {
    const answer = await stranger().get(path);
    return [answer.status, answer.headers.location];
  };
  const tab = async (tab_key: string) => {
    const [row] = await readAsAdmin(stack, `education_tabs?tab_key=eq.${tab_key}&select=id,updated_at`);
    return { path: `/admin/tabs/${row?.id}`, version: String(row?.updated_at) };
  };
  const rename = async (from: string, tab_key: string) => {
    const { path, version } = await tab(from);
    const fields = { intent: "save", label: "Reading", tab_key, is_active: "on", version };
    expect((await admin.post(path, fields)).status).toBe(303);
  };

  test("redirects after a change in the form, which warns of it; never in a chain, and not once it is reused", async () => {
    const made = { intent: "create", label: "Reading", tab_key: "reading", is_active: "on" };
    await admin.post("/admin/tabs", made);
    expect((await look((await tab("reading")).path)).text("#tab-save")).toContain(
      "those links still work until another tab takes the old key",
    );
    expect(await keyOf("/education?tab=reading")).toEqual([200, undefined]);

    await rename("reading", "books");
    expect(await keyOf("/education?tab=reading")).toEqual([302, "/education?tab=books"]);
    await rename("books", "works");
    for (const old of ["reading", "books"])
      for (const _again of [1, 2]) expect(await keyOf(`/education?tab=${old}`)).toEqual([302, "/education?tab=works"]);
    expect(await keyOf("/education?tab=reading&page=2")).toEqual([302, "/education?tab=works&page=2"]);
    expect(await keyOf("/education?tab=works")).toEqual([200, undefined]);

    await admin.post("/admin/tabs", { ...made, label: "Others" });
    expect(await keyOf("/education?tab=reading")).toEqual([200, undefined]);
    expect(await keyOf("/education?tab=books")).toEqual([302, "/education?tab=works"]);
  });
});

describe("the log", () => {
  test("uses the form's words and names the admin concerned", async () => {
    const email = stack.settings.LOCAL_MEMBER_EMAIL ?? "";
    await admin.post("/admin/admins", { intent: "add", email, role: "editor" });
    const id = (await look("/admin/admins")).attributes("td a", "href").map((href) => href.split("=")[1] ?? "");
    for (const each of id) {
      const question = await look(`/admin/admins?confirm=${each}`);
      if (question.text("#remove") === `Remove ${email}?`)
        await admin.post("/admin/admins", { intent: "remove", id: each });
    }
    const admins = await look("/admin/log?table=admin_users");
    const what = admins.texts('td[data-label="What"]').map((text) => text.replace(/ History of this admin$/, ""));
    expect(what.slice(0, 2)).toEqual([`Removed: Admin “${email}”`, `Added: Admin “${email}”`]);

    await addEvent({ key: "logged", status: "cancelled" });
    const events = await look("/admin/log?table=events&verb=insert");
    const lines = events.texts('td[data-label="Changes"]')[0] ?? "";
    for (const line of ["State: Canceled", "Visitors see this event: Yes", "Start time: May 22, 2097, 12:00 AM HST"])
      expect(lines).toContain(line);
    expect(lines).not.toMatch(/starts_at|is_published|cancelled/);
  });
});

describe("an event that takes reservations", () => {
  beforeEach(() => {
    admin = admin.atAnotherAddress();
  });
  const here = { admission: "here", attendee_limit: "2", title: "Kanikapila" };
  const emailOf = (name: string) => `hosts-${name.toLowerCase()}@example.test`;
  const join = async (key: string, ...names: string[]) => {
    for (const name of names) {
      const entry = { name, email: emailOf(name), event: key };
      expect((await stranger().post(`/events/${key}`, entry)).status).toBe(303);
    }
  };
  /** The page of an event's reservations, and the paths of the people who have or want one. */
  const spotsOf = async (path: string) => {
    const page = await look(`${path}/people`);
    const people = page
      .all("main table.rows th a")
      .map((link) => [link.textContent, link.getAttributeValue("href") ?? ""]);
    return { page, person: Object.fromEntries(people) as Record<string, string> };
  };
  const figures = (page: Page) => page.texts(".figures div");
  const states = (page: Page) => page.texts("main table.rows .state");
  const idOf = (path = "") => path.split("/").pop();

  test("needs a number of spots, no ticket link, and a sign-up that closes after it opens", async () => {
    const refused = async (fields: Record<string, string>) => {
      const answer = await admin.post("/admin/events/new", { ...luau, key: "refused", ...here, ...fields });
      expect(answer.status).toBe(422);
      return new Page(answer.body).texts(".summary li");
    };
    expect(await refused({ attendee_limit: "" })).toEqual(["Enter the number of spots"]);
    expect(await refused({ ticket_url: "https://tickets.example/" })).toEqual([
      "Leave the ticket link empty, or choose “Tickets on another site”",
    ]);
    expect(await refused({ admission: "elsewhere" })).toEqual(["Enter the ticket link, or choose “Interest only”"]);
    const times = { sign_up_opens_at: "2097-05-20T18:00", sign_up_closes_at: "2097-05-20 17:59" };
    expect(await refused(times)).toEqual(["Sign-up must close after it opens"]);
    const late = { sign_up_closes_at: "2097-06-01 18:00" };
    const exact = { date_precision: "exact", start: "18:00" };
    expect(await refused({ ...late, ...exact })).toEqual(["Sign-up must close by the start of the event"]);
    expect(await refused(late)).toEqual([
      "Sign-up must close by midnight before the event. Enter a start time to close it later",
    ]);
    expect(await refused({ sign_up_opens_at: "tomorrow" })).toEqual(["Enter a date and a time like 2027-05-20 18:00"]);
  });

  test("shows its form again as it was saved, with sign-up times in Honolulu time", async () => {
    const times = { sign_up_opens_at: "2097-05-01T18:00", sign_up_closes_at: "2097-05-20 17:00" };
    const path = await addEvent({ ...here, ...times, key: "saved", party_limit: "4" });
    const form = await look(`${path}/details`);
    expect(form.attribute('input[name="admission"][checked]', "value")).toBe("here");
    expect(
      ["sign_up_opens_at", "sign_up_closes_at", "party_limit", "offer_hours"].map((name) => form.value(name)),
    ).toEqual(["2097-05-01T18:00", "2097-05-20T17:00", "4", "24"]);
    const [row] = await readAsAdmin(stack, "events?key=eq.saved&select=sign_up_opens_at,takes_reservations");
    expect(new Date(String(row?.sign_up_opens_at)).toISOString()).toBe("2097-05-02T04:00:00.000Z");
  });

  test("lists who has a spot and who waits; without email an admin gives free spots and notifies people", async () => {
    const path = await addEvent({ ...here, key: "kanikapila" });
    expect((await look(`${path}/people`)).text("main")).toContain("Nobody has signed up yet");
    await join("kanikapila", "Noe", "Kai", "Lani", "Mele");
    const { page, person } = await spotsOf(path);
    expect(figures(page)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Spots\s*2/),
        expect.stringMatching(/Free\s*0/),
        expect.stringMatching(/People waiting\s*2/),
      ]),
    );
    expect(states(page)).toEqual(["Has a spot", "Has a spot", "Number 1 on the waitlist", "Number 2 on the waitlist"]);
    expect(page.text("#by-hand + p")).toContain("This site sends no email");
    const ask = async (intent: string, fields: Record<string, string> = {}, at = `${path}/people`) =>
      String((await admin.post(at, { intent, ...fields })).headers.location);
    const full = await look(await ask("give", {}, person.Lani));
    expect(full.text("#left-out ~ section")).toContain("Not enough spots are free for the party");

    const question = await ask("cancel", {}, person.Noe);
    const asked = await look(question);
    expect(asked.text("#question")).toBe("Cancel the sign-up of 1 person?");
    expect(asked.text(".asked p")).toContain("tell them yourself");
    expect(asked.text(".asked p")).toContain("You can undo this for an hour.");
    const canceled = await admin.post(question, { intent: "apply" });
    expect([canceled.status, canceled.headers.location]).toEqual([303, question]);
    const freed = (await spotsOf(path)).page;
    expect(freed.text("#by-hand ~ form")).toContain("Next on the waitlist: Lani, 1 person");
    expect(freed.text("main")).toContain("1 not yet notified");
    const idOf = (name: string) => person[name]?.split("/").pop() ?? "";
    const passedOver = await look(await ask("give", { person: idOf("Mele") }));
    expect(passedOver.text("#left-out ~ section")).toContain("Others are before them on the waitlist");
    const all = await ask("give", { all: "1" }, `${path}/people?state=waiting`);
    expect((await look(all)).texts("#whom ~ ul a")).toEqual(["Lani"]);
    await admin.post(all, { intent: "apply" });
    expect((await look(all)).text('[role="status"]')).toBe("1 person now has a spot. 1 left out.");
    await admin.post(all, { intent: "undo" });
    expect((await look(all)).text('[role="status"]')).toContain("All of it was undone.");
    const given = await ask("give", { person: idOf("Lani") });
    await admin.post(given, { intent: "apply" });
    expect((await look(`${path}/people?state=unnotified`)).texts("main table.rows th")).toEqual(
      expect.arrayContaining(["Noe", "Lani"]),
    );
    const nobody = await admin.post(`${path}/people`, { intent: "told" });
    expect([nobody.status, new Page(nobody.body).text('[role="alert"]')]).toEqual([
      422,
      "Nobody is checked. Check the people you mean first.",
    ]);
    const checked = await look(`${path}/people?check=page`);
    expect(checked.all('[name="person"][checked]')).toHaveLength(4);
    await admin.post(await ask("told", { person: idOf("Lani") }), { intent: "apply" });
    expect((await look(`${path}/people?state=unnotified`)).texts("tbody th")).toEqual(["Noe"]);
    expect(states(await look(`${path}/people?q=mele`))).toEqual(["Number 1 on the waitlist"]);
  });

  test("lets an admin add a person, and move one up with a reason that the log keeps", async () => {
    const path = await addEvent({ ...here, attendee_limit: "1", key: "by-hand" });
    const add = (name: string, party = "1") =>
      admin.post(`${path}/people`, { intent: "add", name, email: emailOf(name), party });
    expect(withoutSignature((await add("Noe")).headers.location)).toBe(`${path}/people?done=added-placed`);
    expect(withoutSignature((await add("Kai")).headers.location)).toBe(`${path}/people?done=added-waiting`);
    expect(withoutSignature((await add("Lani", "2")).headers.location)).toBe(`${path}/people?done=added-waiting`);
    const twice = await add("Kai");
    expect([twice.status, new Page(twice.body).texts(".summary li")]).toEqual([
      422,
      ["This address is already on the list"],
    ]);
    const tooMany = await add("Mele", "11");
    expect(new Page(tooMany.body).texts(".summary li")).toEqual(["Enter a whole number from 1 to 10"]);
    const { person } = await spotsOf(path);
    const noReason = await admin.post(person.Lani ?? "", { intent: "move-up", reason: " " });
    expect([noReason.status, new Page(noReason.body).texts(".summary li")]).toEqual([422, ["Enter the reason"]]);
    const moved = await admin.post(person.Lani ?? "", { intent: "move-up", reason: "Plays the first set" });
    expect(withoutSignature(moved.headers.location)).toBe(`${person.Lani}?done=moved-up`);
    expect((await look(person.Lani ?? "")).text(".facts")).toContain("Plays the first set");
    const { page } = await spotsOf(path);
    expect(page.text("main")).toContain("moved people to the front of this waitlist 1 time.");
    expect((await look("/admin/log")).text("main")).toContain("Reason: Plays the first set");
    expect((await admin.post(person.Noe ?? "", { intent: "move-up", reason: "Has a spot" })).status).toBe(422);
    expect((await admin.post(person.Noe ?? "", { intent: "unknown" })).status).toBe(422);
  });

  test("may have fewer spots than people, and cannot stop reservations while someone has one", async () => {
    const path = await addEvent({ ...here, key: "fewer" });
    await join("fewer", "Noe", "Kai");
    const save = async (fields: Record<string, string>) =>
      admin.post(`${path}/details`, {
        ...{ ...luau, ...here, ...fields },
        version: (await look(`${path}/details`)).value("version") ?? "",
      });
    expect((await save({ attendee_limit: "1" })).status).toBe(303);
    const sentence = "2 people have a spot or an offer of one, and there is 1 spot. Nobody loses theirs";
    expect((await look(path)).text("main")).toContain(sentence);
    expect((await look(`${path}/people`)).text("main")).toContain("Nobody loses theirs");
    const refused = await save({ admission: "interest" });
    expect([refused.status, new Page(refused.body).texts(".summary li")]).toEqual([
      422,
      ["People have reservations or offers. Cancel these first, or keep reservations on this site."],
    ]);
    const { person } = await spotsOf(path);
    const everyone = await admin.post(`${path}/people`, { intent: "cancel", all: "1" });
    expect((await admin.post(String(everyone.headers.location), { intent: "apply" })).status).toBe(303);
    expect(Object.keys(person).length).toBeGreaterThan(1);
    expect((await save({ admission: "interest" })).status).toBe(303);
    expect((await look(`${path}/people`)).texts("main table.rows td[data-label='People']")).toEqual([]);
    expect((await admin.post(`${path}/people`, { intent: "add" })).status).toBe(303);
  });

  test("lets an admin decide about an offer that may not have arrived", async () => {
    const path = await addEvent({ ...here, attendee_limit: "1", key: "troubled" });
    await join("troubled", "Noe", "Kai");
    const { person } = await spotsOf(path);
    const offer = () =>
      stack.query("update reservations set state = 'offered', offers = 1, offer_ends_at = null where id = $1", [
        idOf(person.Noe),
      ]);
    await offer();
    expect((await look(`${path}/people`)).text("#trouble")).toBe("1 offer needs a decision");
    const needs = (await look("/admin")).all(".needs li").find(({ textContent }) => textContent.includes("offer"));
    expect(needs?.textContent).toContain("1 offer of a spot may not have arrived: Kanikapila");
    expect(needs?.querySelector("a")?.getAttributeValue("href")).toBe(`${path}/people`);
    const heard = await admin.post(person.Noe ?? "", { intent: "heard", from: "list" });
    expect(withoutSignature(heard.headers.location)).toBe(`${path}/people?done=offer-heard`);
    expect((await look(person.Noe ?? "")).text(".facts .state")).toMatch(/^Offered until /);
    expect((await look(`${path}/people`)).texts("#trouble")).toEqual([]);
    await offer();
    expect((await admin.post(person.Noe ?? "", { intent: "pass-on" })).status).toBe(303);
    expect((await look(person.Noe ?? "")).text(".facts .state")).toBe("Offer ended without an answer");
    expect((await admin.post(person.Noe ?? "", { intent: "heard" })).status).toBe(422);
  });

  test("asks before sign-up is closed while someone has an open offer", async () => {
    const path = await addEvent({ ...here, attendee_limit: "1", key: "with-an-offer" });
    await join("with-an-offer", "Noe", "Kai");
    const { person } = await spotsOf(path);
    const list = path;
    expect((await look(`${list}?confirm=close`)).texts("#close")).toEqual([]);
    await stack.query(
      "update reservations set state = 'offered', offers = 1, offer_ends_at = now() + interval '1 hour' where id = $1",
      [idOf(person.Noe)],
    );
    const asked = await admin.post(list, { intent: "close" });
    expect(asked.headers.location).toBe(`${list}?confirm=close#close`);
    const question = await look(`${list}?confirm=close`);
    expect(question.text(".danger-zone")).toMatch(
      /1 person has not answered an offer yet\. Closing sign-up ends unanswered offers/,
    );
    expect((await look(person.Noe ?? "")).text(".facts .state")).toMatch(/^Offered until /);
    const closed = await admin.post(list, { intent: "close", offers: "1" });
    expect(withoutSignature(closed.headers.location)).toBe(`${list}?done=waitlist-closed`);
    expect((await look(person.Noe ?? "")).text(".facts .state")).toBe("Offer ended without an answer");
    expect((await look(`${list}?confirm=close`)).texts("#close")).toEqual([]);
    expect((await look(list)).texts("main button")).toContain("Open sign-up");
  });

  test("has its reservations in the file of its own waitlist only", async () => {
    const path = await addEvent({ ...here, key: "in-a-file" });
    await join("in-a-file", "Noe");
    const { person } = await spotsOf(path);
    await stack.query(
      "update reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Leilani' where id = $1",
      [idOf(person.Noe)],
    );
    await stack.query("update waitlist_entries set confirmed_at = '2026-01-02T03:04:05Z' where id = $1", [
      idOf(person.Noe),
    ]);
    await stack.query(
      `with question as (insert into event_questions (event_id, position, kind, text) select id, 1, 'short', '=Fish?' from events where key = 'in-a-file' returning id)
       insert into entry_answers (entry_id, question_id, value) select $1, id, '["=1+1"]' from question`,
      [idOf(person.Noe)],
    );
    const [head, line] = (await admin.get(`${await placeOf(stack, "in-a-file")}/people.csv`)).body.split("\r\n");
    expect(head).toMatch(
      /"consent_version","consent_page","came_by","party","state","confirmed_at","came","attends","answer 1: =Fish\?"$/,
    );
    expect(line).toMatch(/"","1","placed","2026-01-02T03:04:05.000Z","1","room","'=1\+1"$/);
    expect((await admin.get(`${await placeOf(stack, "ethereum")}/people.csv`)).body.split("\r\n")[0]).toMatch(
      /"came_by"$/,
    );
    const other = await addEvent({ ...here, key: "another" });
    expect((await admin.get(`${other}/people/${idOf(person.Noe)}`)).status).toBe(404);
    expect((await admin.post(`${other}/people/${idOf(person.Noe)}`, { intent: "cancel" })).status).toBe(404);
    const asked = String((await admin.post(person.Noe ?? "", { intent: "cancel" })).headers.location);
    expect((await admin.get(asked.replace(path, other))).status, "of another event").toBe(404);
    expect((await admin.post(`${other}/people`, { intent: "cancel", person: idOf(person.Noe) ?? "" })).status).toBe(
      422,
    );
  });

  test("counts in analytics how many people came", async () => {
    const path = await addEvent({ ...here, key: "came", title: "Who came here" });
    await join("came", "Noe", "Kai");
    const { person } = await spotsOf(path);
    await stack.query(
      "update reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Leilani' where id = $1",
      [idOf(person.Noe)],
    );
    await stack.query("update events set starts_at = now() - interval '2 days', ends_at = null where id = $1", [
      idOf(path),
    ]);
    const row = (await look("/admin/analytics")).all('[aria-labelledby="attendance"] tbody tr');
    expect(row.map(({ querySelectorAll: _, textContent }) => textContent.replace(/\s+/g, " "))).toEqual([
      expect.stringMatching(/^Who came here.*HST ?2 ?1 ?1 ?0$/),
    ]);
  });

  test("is copied into its next edition, to which later sign-ups move once it is published; a used key is refused", async () => {
    const path = await addEvent({ ...here, key: "last", date: "2020-05-22" });
    await join("last", "Noe", "Kai");
    const form = await look(`${path}/copy`);
    expect(form.all('input[name="start"]'), "a day has no time").toHaveLength(0);
    const taken = await admin.post(`${path}/copy`, { key: "last", date: "2098-05-22" });
    expect([taken.status, new Page(taken.body).texts(".summary li")]).toEqual([422, ["Another event has this key"]]);
    expect((await admin.post(`${path}/copy`, { key: "No Key", date: "2098-05-22" })).status).toBe(422);
    expect((await admin.post(`${path}/copy`, { key: "next", date: "2098-02-30" })).status).toBe(422);
    const copied = await admin.post(`${path}/copy`, { key: "next", date: "2098-05-22" });
    expect(copied.status).toBe(303);
    const next = await look(copied.headers.location ?? "");
    expect(next.text(".notice")).toContain("Copied. This is the next edition, as a draft.");
    expect(next.text(".facts")).toContain("May 22, 2098");
    const waiting = async () => {
      await stack.query("select public.make_editions()", []);
      const tops = [path, copied.headers.location ?? ""].map(async (each) =>
        (await look(each)).texts(".figures div").join(),
      );
      return (await Promise.all(tops)).map((text) => /Signed up\s*(\d)/.exec(text)?.[1]);
    };
    expect(await waiting()).toEqual(["2", "0"]);
    await stack.query("update public.events set is_published = true where key = 'next'", []);
    expect(await waiting()).toEqual(["0", "2"]);
  });
});
