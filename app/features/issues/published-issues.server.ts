import type { AppLoadContext } from "@remix-run/cloudflare";
import { readOrCopy } from "../../platform/read-or-copy.ts";

/** An issue as visitors may read it. */
export interface PublishedIssue {
  slug: string;
  subject: string;
  preview_text: string;
  sent_at: string;
}

const listed = "newsletter_issues?select=slug,subject,preview_text,sent_at&sent_at=not.is.null";

/** Issues that were sent, the newest first. @throws DatabaseUnavailable */
export function listPublishedIssues(context: AppLoadContext): Promise<PublishedIssue[]> {
  return readOrCopy<PublishedIssue>(context, `${listed}&order=sent_at.desc&limit=1000`, () => true);
}

/** An issue that was sent, with its HTML; null when there is none. @throws DatabaseUnavailable */
export async function findPublishedIssue(
  context: AppLoadContext,
  slug: string,
): Promise<(PublishedIssue & { html: string }) | null> {
  const question = `${listed.replace("slug,", "slug,html,")}&slug=eq.${encodeURIComponent(slug)}&limit=1`;
  const [issue = null] = await readOrCopy<PublishedIssue & { html: string }>(
    context,
    question,
    (issues) => issues.length > 0,
  );
  return issue;
}
