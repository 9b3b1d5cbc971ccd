import type { AppLoadContext } from "@remix-run/cloudflare";

/** An issue as visitors may read it. */
export interface PublishedIssue {
  slug: string;
  subject: string;
  preview_text: string;
  sent_at: string;
}

const listed = "newsletter_issues?select=slug,subject,preview_text,sent_at&sent_at=not.is.null";

/** Issues that were sent, the newest first. @throws DatabaseUnavailable */
export async function listPublishedIssues({ database }: AppLoadContext): Promise<PublishedIssue[]> {
  return (await database.read(`${listed}&order=sent_at.desc&limit=1000`)) as PublishedIssue[];
}

/** An issue that was sent, with its HTML; null when there is none. @throws DatabaseUnavailable */
export async function findPublishedIssue(
  { database }: AppLoadContext,
  slug: string,
): Promise<(PublishedIssue & { html: string }) | null> {
  const question = `${listed.replace("slug,", "slug,html,")}&slug=eq.${encodeURIComponent(slug)}&limit=1`;
  const [issue = null] = (await database.read(question)) as (PublishedIssue & { html: string })[];
  return issue;
}
