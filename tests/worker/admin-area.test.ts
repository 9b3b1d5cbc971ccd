import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, readAsAdmin } from "./tables.ts";

let stack: Stack;
let admin: Visitor;

beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  admin = new Visitor(stack.url);
  const { LOCAL_ADMIN_EMAIL: email = "", LOCAL_ADMIN_PASSWORD: password = "" } = stack.settings;
  expect((await admin.post("/admin/login", { email, password })).status).toBe(303);
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

/** Makes an event by its form. @returns the path of its page in the admin area */
async function addEvent(fields: Record<string, string>): Promise<string> {
  const answer = await admin.post("/admin/events/new", { ...luau, ...fields });
  expect(answer.status, new Page(answer.body).text(".summary")).toBe(303);
  return new URL(answer.headers.location ?? "", stack.url).pathname;
}

describe("a path of the admin area that is no page", () => {
  const gone = "/admin/tabs/00000000-0000-4000-8000-00000000ffff";

  test.each(["/admin/nope", "/admin/events/a/b/c", gone])(
    "%s answers an admin 404 inside the admin area, with a way back into it",
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

  test("leads a stranger to the sign-in, and takes no form from anybody", async () => {
    const read = await stranger().get("/admin/nope");
    expect([read.status, read.headers.location]).toEqual([302, "/admin/login"]);
    expect((await admin.post("/admin/nope", { title: "Nope" })).status).toBe(404);
  });
});

describe("where nobody sends mails", () => {
  test("a forgotten password is the operator's, and the page promises no reset", async () => {
    const signIn = new Page((await stranger().get("/admin/login")).body);
    expect(signIn.attributes("main a", "href")).toContain("/admin/forgotten");
    const page = new Page((await stranger().get("/admin/forgotten")).body);
    expect(page.text("main")).toContain("a password cannot be reset on this page. Ask the operator of this website");
    expect(page.texts("form")).toEqual([]);
    expect((await stranger().post("/admin/forgotten", { email: "admin@example.org" })).status).toBe(404);
  });

  test("the admins' page says who makes accounts and passwords, and that nobody can be invited", async () => {
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

describe("what cannot be undone is asked before, with numbers", () => {
  test("adding an admin", async () => {
    const email = stack.settings.LOCAL_MEMBER_EMAIL ?? "";
    const before = (await look("/admin/admins")).texts("tbody tr").length;
    const asked = new Page((await admin.post("/admin/admins", { intent: "ask", email, role: "editor" })).body);
    expect(asked.text("#addition")).toBe(`Add ${email} as an editor?`);
    expect(asked.text(".asked p")).toContain(`There will be ${before + 1} admins.`);
    expect(asked.texts("tbody tr")).toHaveLength(before);
    expect((await look("/admin/admins")).texts("tbody tr")).toHaveLength(before);
  });

  test("marking people as notified: the list has no button that does it, the question has", async () => {
    for (const name of ["Kai", "Lani"]) {
      const entry = { name, email: `${name}@example.org`, event: "ethereum" };
      expect((await stranger().post("/events?event=ethereum", entry)).status).toBe(303);
    }
    const path = "/admin/waitlists/ethereum/tickets";
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

  test("does not ask for anything that would cost the archive: past events need nobody", async () => {
    await addEvent({ key: "long-ago", date: "2020-05-22" });
    expect((await look("/admin")).text('[aria-labelledby="attention"]')).not.toContain("passed");
  });

  test("“1 draft” leads to the place that has it, and to no other", async () => {
    expect(await drafts()).toEqual(["1 draft", ["Resources"]]);
    await addEvent({ key: "a-draft", is_published: "" });
    expect(await drafts()).toEqual(["2 drafts", ["Resources", "Events"]]);
  });
});

describe("an event", () => {
  test("that is canceled says so at the head of its page", async () => {
    const path = await addEvent({ key: "called-off", status: "cancelled" });
    expect((await look(path)).texts(".admin-top .state")).toEqual(["Published", "Canceled"]);
    expect((await look("/admin/events")).text("main")).not.toMatch(/cancelled/i);
    expect((await look(path)).text("main")).not.toMatch(/cancelled/i);
  });

  test("that is over, with entries, is not advised to be canceled; one that is to come is", async () => {
    const joined = async (key: string, date: string) => {
      const path = await addEvent({ key, date });
      const entry = { name: "Kai", email: "kai@example.org", event: key };
      expect((await stranger().post(`/events/${key}`, entry)).status).toBe(303);
      return (await look(path)).text('[aria-labelledby="delete"]');
    };
    const first = "The waitlist has 1 entry. Remove it before you delete the event.";
    expect(await joined("over", "2020-05-22")).toMatch(new RegExp(`${first}$`));
    expect(await joined("to-come", "2097-05-22")).toContain(`${first} Or cancel the event instead`);
  });

  test("takes no http:// ticket link, as the hint says", async () => {
    const answer = await admin.post("/admin/events/new", { ...luau, key: "insecure", ticket_url: "http://a.example/" });
    expect(answer.status).toBe(422);
    expect(new Page(answer.body).text(".summary")).toContain("Enter an address that starts with https://");
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

  test("is kept as a redirect, never a chain, when the form, which warns, changes it; a reused key wins", async () => {
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
  test("speaks in the form's words and names the admin concerned", async () => {
    const email = stack.settings.LOCAL_MEMBER_EMAIL ?? "";
    await admin.post("/admin/admins", { intent: "add", email, role: "editor" });
    const id = (await look("/admin/admins")).attributes("td a", "href").map((href) => href.split("=")[1] ?? "");
    for (const each of id) {
      const question = await look(`/admin/admins?confirm=${each}`);
      if (question.text("#remove") === `Remove ${email}?`)
        await admin.post("/admin/admins", { intent: "remove", id: each });
    }
    const admins = await look("/admin/log?table=admin_users");
    const what = admins.texts('td[data-label="What"]').map((text) => text.replace(/ [0-9a-f-]{36}$/, ""));
    expect(what.slice(0, 2)).toEqual([`Removed: Admin “${email}”`, `Added: Admin “${email}”`]);

    await addEvent({ key: "logged", status: "cancelled" });
    const events = await look("/admin/log?table=events&verb=insert");
    const lines = events.texts('td[data-label="Changes"]')[0] ?? "";
    for (const line of ["State: Canceled", "Visitors see this event: Yes", "Start time: May 22, 2097, 12:00 AM HST"])
      expect(lines).toContain(line);
    expect(lines).not.toMatch(/starts_at|is_published|cancelled/);
  });
});
