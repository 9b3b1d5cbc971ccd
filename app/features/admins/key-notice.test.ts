import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { accessDetails, accessNames } from "./access-words.ts";
import { composeKeyNotice } from "./key-notice.ts";

const noteAccess = readFileSync(new URL("../../../supabase/source/audit-log/note_access.sql", import.meta.url), "utf8");
const mailed = [...new Set(noteAccess.match(/'[a-z]+(?:-[a-z]+)+'/g) ?? [])]
  .map((quoted) => quoted.slice(1, -1))
  .filter((event) => !["sign-in-refused", "key-notice"].includes(event));

const compose = (event: string, change: object = {}) =>
  composeKeyNotice({
    content: { email: "keala@example.org", event, at: "2026-11-22T20:00:00Z", by: null, ...change },
    origin: "https://community.example",
    site: defaultSite,
    secret: "",
  } as unknown as Parameters<typeof composeKeyNotice>[0]);

it.each(mailed)("every event sent by email has its own wording in the log and in the email: %s", async (event) => {
  expect(mailed.length).toBeGreaterThan(10);
  expect(accessNames[event]).toBeDefined();
  const { letter } = await compose(event);
  expect(letter.subject).not.toBe("Your account was changed");
  expect(letter.html).toContain(letter.subject);
});

it("a notice states the time, the browser, the reason and the person, and links to the account page", async () => {
  const { letter } = await compose("factor-reset", {
    by: "leilani@example.org",
    reason: "Lost her phone",
    device: "w3m",
  });
  expect(letter.to).toBe("keala@example.org");
  for (const part of [letter.text, letter.html]) {
    for (const words of [
      "November 22, 2026, 10:00 AM HST",
      "Browser: w3m.",
      "Reason: Lost her phone.",
      "By: leilani@example.org.",
    ])
      expect.soft(part).toContain(words);
    expect.soft(part).toContain("https://community.example/admin/account");
  }
});

it.each([
  [
    "new-device",
    { by: "leilani@example.org" },
    "leilani@example.org did this. If you do not know why, ask them.",
    "account",
  ],
  ["password-changed", { by: "leilani@example.org" }, "leilani@example.org did this.", "account"],
  ["password-changed", {}, "ask for a new password right away", "forgotten"],
  ["password-reset", {}, "ask for a new password right away", "forgotten"],
  ["new-device", {}, "set a new password right away and end all other sessions on your account page", "account"],
])("a notice of %s %j says what to do and links to the page for it", async (event, change, words, page) => {
  const { letter } = await compose(event, change);
  expect(letter.text).toContain(words);
  expect(letter.text.match(/https:\S+\/admin\/\w+/g)).toEqual([`https://community.example/admin/${page}`]);
});

it("accessDetails puts into words what the log recorded", () => {
  expect(accessDetails({ event: "sign-in-refused", device: "Firefox on Linux", reason: "wrong-password" })).toEqual([
    "Browser: Firefox on Linux",
    "Reason: wrong password",
  ]);
  expect(accessDetails({ event: "recovery-code-used", left: 0 })).toEqual(["Recovery codes left: 0"]);
  expect(accessDetails({ event: "signed-out" })).toEqual([]);
});
