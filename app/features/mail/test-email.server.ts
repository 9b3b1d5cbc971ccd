import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { greeting } from "../../community.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { buttonTo, writeLetter } from "./letter.tsx";
import type { Composers, LetterContent } from "./post-office.server.ts";

/** Enqueues a test email to an admin. @returns false if one is still on its way or there were too many */
export async function sendTestEmail(context: AppLoadContext, { database }: Admin): Promise<boolean> {
  const isQueued = rowsOf(await database.rpc("send_test_mail"));
  context.startPost();
  return isQueued;
}

const testContent = z.object({ email: z.string() });

export async function composeTestEmail({ content, origin, site }: LetterContent) {
  const { email } = testContent.parse(content);
  const letter = writeLetter({ origin, site }, `A test from the ${site.name}`, [
    `${greeting},`,
    "This is the test that you sent yourself. It has arrived, so the site can send email.",
    "If it was in your spam folder, other people’s emails may land there, too: check SPF, DKIM and DMARC in the original of this email.",
    buttonTo("Back to the dashboard", `${origin}/admin`),
    "Only you get this email.",
  ]);
  return { letter: { to: email, ...letter } };
}

export const testLetters = { "test-email": composeTestEmail } satisfies Composers;
