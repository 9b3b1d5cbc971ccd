import { parseWithZod } from "@conform-to/zod";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { consentOf, consentTextOf, outOfTime, purposeOf, waitlistSchema } from "./waitlist.schema.ts";
import { WaitlistForm } from "./waitlist-form.tsx";

const typed = {
  name: "Kai",
  email: "kai@example.org",
  party: "3",
  answer: "No nuts",
  consent: consentOf("reservation", null).version,
};
const sent = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseWithZod(form, { schema: waitlistSchema });
};
const drawn = (fields: Record<string, string>, error: string, isClosed = false, service: string | null = null) =>
  renderToStaticMarkup(
    <WaitlistForm
      event="luau"
      service={service}
      lastResult={sent(fields).reply({ formErrors: [error] })}
      browserChecks
      isClosed={isClosed}
    />,
  );

describe("a form that reserves a spot", () => {
  it("defaults to one person and no answer, and rejects an invalid party or a long answer", () => {
    const value = (fields: Record<string, string>) => {
      const submission = sent({ ...typed, ...fields });
      return submission.status === "success" ? submission.value : submission.error;
    };
    expect(value({})).toMatchObject({ party: 3, answer: "No nuts", consent: consentOf("reservation", null).version });
    expect(value({ party: "", answer: "  " })).toMatchObject({ party: 1, answer: undefined });
    expect(value({ party: "11" })).toEqual({ party: ["Choose how many people come"] });
    expect(value({ party: "1.5" })).toEqual({ party: ["Choose how many people come"] });
    expect(value({ answer: "n".repeat(501) })).toEqual({ answer: ["Your answer must be at most 500 characters"] });
  });

  it("keeps the party and the answer when shown again, even if the event's questions are unknown", () => {
    const html = drawn(typed, "There was an error. Please try again.");
    expect(html).toMatch(/<option[^>]* selected=""[^>]*>3 people/);
    expect(html).toMatch(/<textarea[^>]*>No nuts<\/textarea>/);
    expect(html).toContain("and your reservation");
  });

  it("keeps what was typed if sign-up is not open yet or is over", () => {
    for (const error of Object.values(outOfTime)) {
      const html = drawn(typed, error, true);
      expect(html).toContain(error);
      expect(html).toContain('value="kai@example.org"');
    }
    expect(drawn(typed, "Something else", true)).not.toContain("<form");
  });

  it("asks for neither party nor answer on an interest list", () => {
    const html = drawn(
      { name: "Kai", email: "kai@", consent: consentOf("this-event", null).version },
      "There was an error.",
    );
    expect(html).not.toMatch(/name="(party|answer)"/);
  });
});

describe("the consent sentence", () => {
  const purposes = ["this-event", "next-edition", "reservation"] as const;
  const service = "lists.example.org";

  it("names everyone who receives an entry, and says “never shared” without exception only where that is true", () => {
    for (const purpose of purposes) {
      const alone = consentOf(purpose, null).text;
      expect(alone).toContain("Your information is never shared. Only the organizers see it.");
      const sentOn = consentOf(purpose, service).text;
      expect(sentOn).toContain(`never shared except with ${service}, `);
      for (const text of [alone, sentOn])
        expect(/helpers there see your name/.test(text)).toBe(purpose === "reservation");
    }
    const typedNothing = { name: "", email: "" };
    expect(drawn(typedNothing, "There was an error.", false, service)).toContain(`except with ${service}`);
  });

  it("is found again by its version, and by no other", () => {
    const all = purposes.flatMap((purpose) => [consentOf(purpose, null), consentOf(purpose, service)]);
    expect(new Set(all.map(({ version }) => version)).size).toBe(6);
    for (const { version, text } of all) expect(consentTextOf(version, service)).toBe(text);
    expect(consentTextOf(consentOf("reservation", service).version, null)).toBeNull();
    expect(consentTextOf("2026-11-1", service)).toBeNull();
    for (const purpose of purposes) expect(purposeOf(consentOf(purpose, service).version)).toBe(purpose);
  });

  it("is stored as it was shown; a made-up version counts as the one of the event itself", () => {
    const stored = (consent: string) => {
      const submission = sent({ ...typed, consent });
      return submission.status === "success" ? submission.value.consent : null;
    };
    const shown = consentOf("reservation", service).version;
    expect(stored(shown)).toBe(shown);
    expect(stored("made up")).toBe(consentOf("this-event", null).version);
  });
});
