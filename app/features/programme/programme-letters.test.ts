import { expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { speakerToken } from "./correction-link.ts";
import { composeSpeakerCorrections } from "./programme-letters.ts";

const content = {
  speaker: "s-1",
  email: "Lei@example.org",
  name: "Leilani Kaʻōpūlani",
  event: "ETH Hawaiʻi\r\nBcc: x@example.org",
};
const compose = () =>
  composeSpeakerCorrections({
    origin: "https://hawaii.example.org",
    site: defaultSite,
    secret: "a secret of links",
    content,
  });

it("the email that asks for corrections has the speaker's link, and no line breaks from event titles", async () => {
  const { letter, token } = await compose();
  expect(token).toBe(await speakerToken("a secret of links", "s-1", "lei@example.org"));
  expect(letter.to).toBe("Lei@example.org");
  expect(letter.subject).toBe("Please check your text in the program of ETH Hawaiʻi Bcc: x@example.org");
  for (const body of [letter.text, letter.html]) {
    expect(body).toContain("Aloha Leilani Kaʻōpūlani,");
    expect(body).toContain(`https://hawaii.example.org/corrections/${token}`);
  }
  expect((await compose()).letter).toEqual(letter);
});

it("a different address or speaker yields a different link token", async () => {
  const tokens = [
    await speakerToken("a secret", "s-1", "lei@example.org"),
    await speakerToken("a secret", "s-1", "kai@example.org"),
    await speakerToken("a secret", "s-2", "lei@example.org"),
  ];
  expect(new Set(tokens).size).toBe(3);
});
