import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { describe, expect, it } from "vitest";
import { isToken } from "../../../platform/text/link-token.ts";
import { defaultSite } from "../../../site.ts";
import { composeNewAddress, composeOldAddress } from "./address-letters.tsx";

const origin = "https://hawaii.example.org";
const from = { origin, site: defaultSite, secret: "a secret of links" };
const event = { title: "Lūʻau\r\n<of> blocks" };
const toNew = (change = "c-1") => composeNewAddress({ ...from, content: { change, email: "new@example.org", event } });
const toOld = () => composeOldAddress({ ...from, content: { email: "old@example.org", event } });
const validator = new HtmlValidate(
  new StaticConfigLoader({ extends: ["html-validate:standard"], rules: { "no-inline-style": "off" } }),
);

describe("the email to a new address", () => {
  it("links to the page that confirms it and says for how long, in text and HTML", async () => {
    const { letter, token } = await toNew();
    expect(isToken(token)).toBe(true);
    expect(letter).toMatchObject({
      to: "new@example.org",
      subject: "Confirm your new email address for Lūʻau <of> blocks",
    });
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain(`${origin}/w/${token}/address`);
      expect(body).toContain("within 24 hours");
      expect(body).toContain("If this was not you");
    }
    expect(letter.html).toContain("Lūʻau &lt;of&gt; blocks");
    expect(letter.text).not.toMatch(/<(p|a|h1)\b|&lt;/);
  });

  it("has a separate link for each change, and the same link whenever it is composed again", async () => {
    expect(await toNew()).toEqual(await toNew());
    expect((await toNew("c-2")).token).not.toBe((await toNew()).token);
  });
});

describe("the email to an old address", () => {
  it("says that the address was changed and whom to contact, without a link to the status page", async () => {
    const { letter } = await toOld();
    expect(letter).toMatchObject({
      to: "old@example.org",
      subject: "Your email address for Lūʻau <of> blocks was changed",
    });
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain("was changed on your page, and confirmed at the new address");
      expect(body).toContain(defaultSite.email);
      expect(body).not.toContain("/w/");
    }
  });
});

it.each([
  ["new", toNew],
  ["old", toOld],
])("the email to the %s address is valid HTML with a language and without pictures", async (_which, compose) => {
  const { html } = (await compose()).letter;
  expect((await validator.validateString(html)).results.flatMap(({ messages }) => messages)).toEqual([]);
  expect(html).toContain('<html lang="en">');
  expect(html).not.toMatch(/<(img|script|link)\b/);
});
