import type { AppLoadContext } from "@remix-run/cloudflare";
import { rowsOrCopy } from "../../platform/database/read-or-copy.ts";

export interface PublishedIssue {
  slug: string;
  subject: string;
  preview_text: string;
  sent_at: string;
}

export const listPublishedIssues = (context: AppLoadContext): Promise<PublishedIssue[]> =>
  rowsOrCopy<PublishedIssue>(context, "issues/1", context.database.read("rpc/read_issues", {}), () => true);

/** Finds an issue that was sent, with its HTML; null if there is none. */
export async function findPublishedIssue(
  context: AppLoadContext,
  slug: string,
): Promise<(PublishedIssue & { html: string }) | null> {
  const [issue = null] = await rowsOrCopy<PublishedIssue & { html: string }>(
    context,
    `issue/1/${encodeURIComponent(slug)}`,
    context.database.read("rpc/read_issues", { p_slug: slug }),
    (issues) => issues.length > 0,
  );
  return issue;
}
