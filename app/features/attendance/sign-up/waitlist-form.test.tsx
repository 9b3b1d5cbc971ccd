import { parseWithZod } from "@conform-to/zod";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { consents, outOfTime, waitlistSchema } from "./waitlist.schema.ts";
import { WaitlistForm } from "./waitlist-form.tsx";

const typed = {
  name: "Kai",
  email: "kai@example.org",
  party: "3",
  answer: "No nuts",
  consent: consents.reservation.version,
};
const sent = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseWithZod(form, { schema: waitlistSchema });
};
const drawn = (fields: Record<string, string>, error: string, isClosed = false) =>
  renderToStaticMarkup(
    <WaitlistForm
      event="luau"
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
    expect(value({})).toMatchObject({ party: 3, answer: "No nuts", consent: consents.reservation.version });
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
    const html = drawn({ name: "Kai", email: "kai@", consent: consents["this-event"].version }, "There was an error.");
    expect(html).not.toMatch(/name="(party|answer)"/);
  });
});
