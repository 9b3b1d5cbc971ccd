import { rssDocument } from "../../platform/text/rss.ts";
import type { Publisher } from "../../site.ts";
import { pathOfIssue } from "./issue.ts";
import type { PublishedIssue } from "./published-issues.server.ts";

export const issuesFeed = (issues: PublishedIssue[], { origin, site }: Publisher): string =>
  rssDocument(
    { title: `${site.name}: newsletter`, description: site.tagline, page: `${origin}/newsletter` },
    issues.map((issue) => ({
      title: issue.subject,
      link: origin + pathOfIssue(issue),
      at: new Date(issue.sent_at),
      text: issue.preview_text || issue.subject,
    })),
  );
