import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import { site } from "../../site.ts";
import { buttonLetter } from "./button-letter.tsx";
import type { LetterContent } from "./post-office.server.ts";

/**
 * Owes an admin an email that shows whether emails of this site arrive.
 * @returns false when one is on its way, or there were too many
 * @throws DatabaseUnavailable
 */
export async function sendTestEmail(context: AppLoadContext, { database }: Admin): Promise<boolean> {
  const isOwed = rowsOf(await database.rpc("send_test_mail"));
  context.startPost();
  return isOwed;
}

/** Says that it has arrived, because nothing else can. */
export async function composeTestEmail({ content, origin }: LetterContent) {
  const { email } = content as { email: string };
  const letter = buttonLetter(origin, {
    to: email,
    subject: `A test from the ${site.name}`,
    before: [
      "Aloha, this is the test that you sent yourself. It has arrived, so the site can send email.",
      "If it was in your spam folder, other people’s emails may land there, too: check SPF, DKIM and DMARC in the original of this email.",
    ],
    link: { label: "Back to the dashboard", href: `${origin}/admin` },
    after: ["Only you get this email."],
  });
  return { letter };
}
