import { expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { composeProposalAnswer, composeProposalConfirmation } from "./proposal-letters.ts";
import { proposalToken } from "./proposal-link.ts";

const around = { origin: "https://hawaii.example.org", site: defaultSite, secret: "a secret of links" };
const content = {
  id: "p-1",
  email: "lei@example.org",
  event: "ETH Hawaiʻi\r\nBcc: x@example.org",
  confirm_by: "2027-01-01T20:00:00Z",
};

it("the confirmation email has the proposal's link, and nothing that was typed", async () => {
  const typed = { ...content, title: "Buy this", name: "Spammer" };
  const { letter, token } = await composeProposalConfirmation({ ...around, content: typed });
  expect(token).toBe(await proposalToken(around.secret, "p-1"));
  expect([letter.to, letter.subject]).toEqual([
    "lei@example.org",
    "Confirm the talk that you propose for ETH Hawaiʻi Bcc: x@example.org",
  ]);
  for (const body of [letter.text, letter.html]) {
    expect(body).toContain(`https://hawaii.example.org/proposals/${token}`);
    expect(body).toContain("erased after January 1, 2027");
    expect(body).not.toMatch(/Buy this|Spammer/);
  }
  const again = await composeProposalConfirmation({ ...around, content: { ...content, confirm_by: null } });
  expect(again.letter.text).not.toContain("button to confirm");
});

it("the decision email has the text of the template, with its placeholders replaced and HTML escaped", async () => {
  const text = "Aloha {name},\n\nwe take “{title}” for {event}. {other}";
  const decided = { ...content, event: "ETH Hawaiʻi", name: "Lei $& <b>", title: "Knots", state: "accepted", text };
  const { letter } = await composeProposalAnswer({ ...around, content: decided });
  expect(letter.subject).toBe("Your proposal for ETH Hawaiʻi: Knots");
  expect(letter.text).toContain("Aloha Lei $& <b>,\n\nwe take “Knots” for ETH Hawaiʻi. {other}\n\nSee your proposal:");
  expect(letter.html).toContain("Aloha Lei $&amp; &lt;b&gt;,");
});
