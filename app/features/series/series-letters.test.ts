import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { pizzaDay } from "../events/event/pizza-day.fixture.ts";
import { composeEditions, composeSeriesConfirmation } from "./series-letters.tsx";
import { seriesToken } from "./series-link.ts";

const origin = "https://hawaii.example.org";
const secret = "a secret of links";
const around = { origin, site: defaultSite, secret };
const subscriber = {
  id: "s-1",
  email: "kai@example.org",
  confirm_by: "2027-01-01T20:00:00Z" as string | null,
  confirmed_at: null as string | null,
  series: { key: "evenings", name: "Hālau ʻEvenings <1>\r\nBcc: x@example.org" },
};
const name = "Hālau ʻEvenings <1> Bcc: x@example.org";
const edition = (key: string, day: string) => ({
  ...pizzaDay,
  ...{ key, title: `Evening ${key}`, place: "Hilo", summary: "By the sea.", date_precision: "exact" as const },
  ...{ starts_at: `${day}T18:00:00-10:00`, ends_at: `${day}T20:00:00-10:00`, over_at: `${day}T20:00:00-10:00` },
});
const editions = [edition("one", "2027-05-20"), edition("two", "2027-05-27")];
const confirmed = { confirm_by: null, confirmed_at: "2026-12-01T20:00:00Z" };
const tell = (told: typeof editions, postalAddress: string | null = "Box 1, Hilo") =>
  composeEditions({ content: { ...subscriber, ...confirmed, editions: told }, ...around, postalAddress });
const ask = (changed: Partial<typeof subscriber> = {}) =>
  composeSeriesConfirmation({ content: { ...subscriber, ...changed }, ...around });
const validator = new HtmlValidate(
  new StaticConfigLoader({ extends: ["html-validate:standard"], rules: { "no-inline-style": "off" } }),
);

describe("emails to subscribers of a series", () => {
  it.each([
    ["confirmation", () => ask()],
    ["to who is confirmed", () => ask(confirmed)],
    ["one edition", () => tell(editions.slice(0, 1))],
    ["two editions", () => tell(editions)],
  ])("%s: is valid HTML to the subscriber, with their token and the same links as in the text", async (_what, make) => {
    const { letter, token } = await make();
    expect((await validator.validateString(letter.html ?? "")).results.flatMap(({ messages }) => messages)).toEqual([]);
    expect([letter.to, token]).toEqual([subscriber.email, await seriesToken(secret, "s-1")]);
    expect(letter.subject).not.toMatch(/[\r\n]/);
    for (const url of letter.text?.match(/https:\/\/hawaii\S+\/\S+/g) ?? [])
      expect(letter.html).toContain(`href="${url}"`);
  });

  it("say when an unconfirmed address is erased, or that it is already confirmed", async () => {
    const { letter, token } = await ask();
    expect(letter.subject).toBe(`Confirm your email address for ${name}`);
    expect(letter.text).toContain(`Confirm your address: ${origin}/s/${token}\n`);
    expect(letter.text).toContain("do nothing: the address is erased after January 1, 2027, 10:00 AM HST.");
    expect((await ask(confirmed)).letter.text).toContain(
      "on December 1, 2026, 10:00 AM HST, so there is nothing to do.",
    );
  });

  it("have the day of a single edition in the subject, and links to the event and to unsubscribe", async () => {
    const { letter, token } = await tell(editions.slice(0, 1));
    expect(letter.subject).toBe(`${name}: Thursday, May 20, 2027`);
    const said = [
      ...["Aloha,", `A new edition of ${name} is announced.`],
      ...["Evening one\nThursday, May 20, 2027, 6:00 PM to 8:00 PM HST\nHilo", "By the sea."],
      ...[`See the event: ${origin}/events/one`, `All editions: ${origin}/series/evenings`],
      ...[`You get this email because you subscribed to ${name}.`, `Unsubscribe: ${origin}/s/${token}#leave`],
      `${defaultSite.name}\n${origin}\nBox 1, Hilo`,
    ];
    expect(letter.text).toBe(`${said.join("\n\n")}\n`);
    expect(letter.headers).toEqual({
      "List-Id": "<evenings.series.hawaii.example.org>",
      "List-Unsubscribe": `<${origin}/s/${token}/leave>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  it("list both of two editions", async () => {
    const { letter } = await tell(editions, null);
    expect(letter.subject).toBe(`${name}: 2 new editions`);
    expect(letter.text?.match(/See the event: \S+/g)).toEqual([
      `See the event: ${origin}/events/one`,
      `See the event: ${origin}/events/two`,
    ]);
    expect(letter.text).not.toContain("Box 1");
  });
});
