import { expect, it } from "vitest";
import { isToken } from "../../../platform/text/link-token.ts";
import { defaultSite } from "../../../site.ts";
import { pizzaDay } from "../../events/event/pizza-day.fixture.ts";
import { type AgendaContent, composeAgendaChanged } from "./agenda-letter.ts";

const origin = "https://hawaii.example.org";
const talk: AgendaContent["talks"][number] = {
  title: "Knots <and> keys",
  starts_at: "2027-05-21T09:30:00Z",
  ends_at: "2027-05-21T10:30:00Z",
  room: "Lānai",
  status: "scheduled",
};
const compose = (talks: AgendaContent["talks"]) =>
  composeAgendaChanged({
    content: { entry: "e-1", generation: 0, email: "kai@example.org", event: { ...pizzaDay, title: "Lūʻau" }, talks },
    origin,
    site: defaultSite,
    secret: "a secret of links",
  });

it("the email about an agenda gives the new state of each talk and links to the agenda", async () => {
  const { letter, token } = await compose([
    talk,
    { ...talk, starts_at: null, ends_at: null, room: null },
    { ...talk, status: "cancelled" },
    { ...talk, status: "removed" },
  ]);
  expect(isToken(token)).toBe(true);
  expect(letter.subject).toBe("Your agenda for Lūʻau has changed");
  expect(letter.text.split("\n\n").slice(0, 6)).toEqual([
    "Aloha,",
    "4 talks in your agenda for Lūʻau have changed:",
    "“Knots <and> keys”: now Thursday, May 20, 2027, 11:30 PM to 12:30 AM HST, Lānai",
    "“Knots <and> keys”: the time is to be announced",
    "“Knots <and> keys” is canceled.",
    "“Knots <and> keys” is no longer in the program.",
  ]);
  expect(letter.text).toContain(`${origin}/w/${token}/agenda`);
  expect(letter.html).toContain("Knots &lt;and&gt; keys");
  expect((await compose([talk])).letter.text).toContain("A talk in your agenda for Lūʻau has changed:");
});
