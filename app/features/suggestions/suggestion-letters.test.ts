import { expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { composeSuggestionReceipt } from "./suggestion-letters.tsx";

it.each([
  ["resource", "suggest something for our library to us on January 1, 2027, 2:00 AM HST."],
  ["event", "suggest an event to us on January 1, 2027, 2:00 AM HST."],
])(
  "the receipt of a suggested %s says when it was sent, and repeats nothing that was typed",
  async (kind, sentence) => {
    const content = { email: "kai@example.org", kind, sent: "2027-01-01T12:00:00+00:00", title: "Buy this" };
    const { letter } = await composeSuggestionReceipt({
      origin: "https://hawaii.example.org",
      site: defaultSite,
      secret: "a secret of links",
      content,
    });
    expect(letter.to).toBe("kai@example.org");
    expect(letter.subject).toBe("We have your suggestion");
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain(sentence);
      expect(body).not.toContain("Buy this");
    }
  },
);
