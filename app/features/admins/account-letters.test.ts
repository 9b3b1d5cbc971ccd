import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { describe, expect, it } from "vitest";
import { isToken } from "../../platform/text/link-token.ts";
import { defaultSite } from "../../site.ts";
import {
  composeInvitation,
  composeNewAdminAddress,
  composeOldAdminAddress,
  composePasswordLink,
} from "./account-letters.tsx";

const origin = "https://hawaii.example.org";
const from = { origin, site: defaultSite, secret: "a secret of links" };
const email = "noe@letters.example";
const invitation = (id = "i-1", role = "editor") =>
  composeInvitation({
    ...from,
    content: { id, email, role, invited_by: "owner@letters.example", expires_at: "2027-04-02T05:00:00Z" },
  });
const passwordLink = (id = "p-1") => composePasswordLink({ ...from, content: { id, email } });
const newAddress = (id = "a-1") => composeNewAdminAddress({ ...from, content: { id, email } });
const oldAddress = (isChanged: boolean) =>
  composeOldAdminAddress({ ...from, content: { email, is_changed: isChanged } });
const validator = new HtmlValidate(
  new StaticConfigLoader({ extends: ["html-validate:standard"], rules: { "no-inline-style": "off" } }),
);

describe("an email with a link", () => {
  it.each([
    ["invitation", "/admin/invitation/", invitation],
    ["new password", "/admin/new-password/", passwordLink],
    ["new address", "/admin/new-address/", newAddress],
  ])(
    "has a link unique to each %s, the same each time it is composed, in text and HTML",
    async (_what, path, compose) => {
      const { letter, token } = await compose();
      expect(isToken(token)).toBe(true);
      for (const body of [letter.text, letter.html]) expect(body).toContain(`${origin}${path}${token}`);
      expect(await compose()).toEqual({ letter, token });
      expect((await compose("another")).token).not.toBe(token);
    },
  );

  it("gets a different token for each purpose, even for the same id", async () => {
    const tokens = await Promise.all([invitation("x"), passwordLink("x"), newAddress("x")]);
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(3);
  });

  it("states the inviter, the role and the expiry of an invitation", async () => {
    const { letter } = await invitation();
    expect(letter.to).toBe(email);
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain("owner@letters.example invites you");
      expect(body).toContain("as an editor");
      expect(body).toContain("until April 1, 2027, 7:00 PM HST");
    }
    expect((await invitation("i-1", "owner")).letter.text).toContain("as an owner");
  });
});

describe("the email to an admin's current or former address", () => {
  it("says whether a change was requested or made, and links to the page that helps", async () => {
    const [asked, changed] = [(await oldAddress(false)).letter, (await oldAddress(true)).letter];
    expect(asked.subject).toBe("Someone asked to change your email address for signing in");
    expect(asked.text).toContain(`${origin}/admin/account`);
    expect(changed.subject).toBe("Your email address for signing in was changed");
    expect(changed.text).toContain(`${origin}/contact`);
  });
});

it.each([
  ["an invitation", invitation],
  ["a new password", passwordLink],
  ["a new address", newAddress],
  ["an old address", () => oldAddress(true)],
])("the email about %s is valid HTML with a language, and its text part has no tags", async (_which, compose) => {
  const { html, text } = (await compose()).letter;
  expect((await validator.validateString(html)).results.flatMap(({ messages }) => messages)).toEqual([]);
  expect(html).toContain('<html lang="en">');
  expect(text).not.toMatch(/<(p|a|h1)\b|&lt;/);
});
