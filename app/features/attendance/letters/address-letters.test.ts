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

describe("the letter to a new address", () => {
  it("leads to the page that confirms it, in text and HTML, and says how long", async () => {
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

  it("has a link of its own for each change, the same whenever it is made again", async () => {
    expect(await toNew()).toEqual(await toNew());
    expect((await toNew("c-2")).token).not.toBe((await toNew()).token);
  });
});

describe("the letter to an old address", () => {
  it("says that it was changed and whom to write to, without a link to the status page", async () => {
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
])("the letter to the %s address is valid HTML with its language and without pictures", async (_which, compose) => {
  const { html } = (await compose()).letter;
  expect((await validator.validateString(html)).results.flatMap(({ messages }) => messages)).toEqual([]);
  expect(html).toContain('<html lang="en">');
  expect(html).not.toMatch(/<(img|script|link)\b/);
});
