import { expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { composeTestEmail } from "./test-email.server.ts";

it("a test email says that it is a test and links back to the dashboard", async () => {
  const content = { email: "noe@example.org" };
  const { letter } = await composeTestEmail({
    content,
    origin: "https://hawaii.example.org",
    site: defaultSite,
    secret: "a secret",
  });
  expect(letter).toMatchObject({ to: "noe@example.org", subject: "A test from the Hawaiʻi Blockchain Community" });
  expect(letter.text).toContain("This is the test that you sent yourself. It has arrived");
  expect(letter.text).toContain("Back to the dashboard: https://hawaii.example.org/admin\n");
});
