import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { isId, type ListPage, readPage } from "../../admin/list-page.server.ts";
import { isMade } from "../../admin/new-row.server.ts";
import { deleted, saved, taken } from "../../admin/saving.server.ts";
import type { Row } from "../../platform/database/row.ts";
import { isTaken, rowsOf } from "../../platform/database/supabase.server.ts";
import { suggestedKey } from "../../platform/text/suggested-key.ts";
import { articleRenderer, picturesOf, renderArticle } from "../articles/article-markdown.ts";
import { hasNewsletterProvider, issuesSenderOf, postalAddressOf, senderOf } from "../mail/mail-sender.server.ts";
import { type UnfitPicture, unfitForMail } from "../pictures/pictures.server.ts";
import { composeIssue, excessOf, type IssueLetter } from "./issue-letter.tsx";
import type { IssueInput } from "./issues.schema.ts";

/** `number` is the `occurrence` of its emails; at `sent_at` its recipients were frozen. */
const columns =
  "id, number, slug, subject, preview_text, markdown, daily_cap, scheduled_at, sent_at, recipients, paused_at, next_batch_at, last_error, updated_at";
export type Issue = Row<"newsletter_issues", typeof columns>;

export const issueProgress = z.object({
  due: z.number(),
  under_way: z.number(),
  accepted: z.number(),
  bounced: z.number(),
  complained: z.number(),
  suppressed: z.number(),
  refused: z.number(),
  uncertain: z.number(),
  /** readers who left the newsletter within seven days after sending was started */
  left_within_a_week: z.number(),
});

export type IssueProgress = z.output<typeof issueProgress>;

type Listed = Pick<
  Issue,
  "id" | "number" | "slug" | "subject" | "scheduled_at" | "sent_at" | "paused_at" | "recipients" | "updated_at"
>;

/** Milliseconds after which no more emails of an issue are sent. */
const sendingTime = 30 * 86_400_000;

export async function listIssues(
  admin: Admin,
  page: number,
  now: Date,
): Promise<ListPage<Listed & { progress: IssueProgress | null }>> {
  const { database } = admin;
  const listed = "id, number, slug, subject, scheduled_at, sent_at, paused_at, recipients, updated_at";
  const found = await readPage(page, (from, to) =>
    database
      .from("newsletter_issues")
      .select(listed, { count: "exact" })
      .order("created_at", { ascending: false })
      .order("id")
      .range(from, to),
  );
  const mayBeSent = ({ sent_at: at }: Listed) => at !== null && now.getTime() - Date.parse(at) < sendingTime;
  const rows = found.rows.map(async (issue) => ({
    ...issue,
    progress: mayBeSent(issue) ? await progressOf(admin, issue) : null,
  }));
  return { ...found, rows: await Promise.all(rows) };
}

export async function findIssue({ database }: Admin, id: string): Promise<Issue | null> {
  if (!isId(id)) return null;
  return rowsOf(await database.from("newsletter_issues").select(columns).eq("id", id).limit(1))[0] ?? null;
}

/**
 * @param id of the new issue, created with its form; if it is missing, the database creates one
 * @returns its id; `no-slug` if no slug was entered and none can be made from the subject
 */
export async function createIssue(
  admin: Admin,
  issue: IssueInput,
  id?: string,
): Promise<{ id: string } | "slug-taken" | "no-slug" | UnfitPicture> {
  const row = { ...rowOf(issue), id };
  if (!row.slug) return "no-slug";
  const unfit = await unfitForMail(admin, picturesOf(issue.markdown));
  if (unfit) return unfit;
  const answer = await admin.database.from("newsletter_issues").insert(row).select("id");
  if (isTaken(answer)) return id && (await isMade(admin, "newsletter_issues", id)) ? { id } : "slug-taken";
  return { id: rowsOf(answer)[0]?.id ?? "" };
}

export async function changeIssue(admin: Admin, id: string, issue: IssueInput, version: string) {
  const row = rowOf(issue);
  if (!row.slug) return "no-slug";
  const unfit = await unfitForMail(admin, picturesOf(issue.markdown));
  if (unfit) return unfit;
  return saved(admin.database.from("newsletter_issues").update(row), id, version, { [taken]: "slug-taken" });
}

export const deleteIssue = ({ database }: Admin, id: string, version: string) =>
  deleted(database.from("newsletter_issues").delete(), id, version);

function rowOf({ subject, preview_text = "", slug, markdown, daily_cap }: IssueInput) {
  return {
    subject,
    preview_text,
    slug: slug ?? suggestedKey(subject),
    markdown,
    daily_cap: daily_cap ?? null,
  };
}

/** Counts who would get an issue now; some may have opted out of newsletter emails, which shows only on sending. */
export async function countReaders({ database }: Admin): Promise<number> {
  return rowsOf(await database.rpc("count_readers"));
}

/** Why no issue can be sent, in one line; null if one can. */
export function whyNotSent({ env, site }: Pick<AppLoadContext, "env" | "site">): string | null {
  if (issuesSenderOf(env))
    return postalAddressOf(env, site)
      ? null
      : "No issue can be sent yet: an owner enters the mailing address at Names and links first.";
  if (hasNewsletterProvider(env))
    return "No issue can be sent from here: NEWSLETTER_API_URL gives the newsletter to a provider.";
  const names = ["ISSUES_FROM", "ISSUES_API_URL", "ISSUES_API_KEY"] as const;
  const missing = [
    ...names.filter((name) => !env[name]),
    ...(senderOf(env) ? [] : ["a sender of single emails (MAIL_*)"]),
  ];
  return `No issue can be sent yet. What is missing in the configuration: ${missing.join(", ")}.`;
}

export function letterOf({ env, site }: Pick<AppLoadContext, "env" | "site">, issue: Issue): IssueLetter {
  const bulk = issuesSenderOf(env);
  return composeIssue(issue, {
    origin: env.SITE_ORIGIN,
    site,
    from: bulk?.from ?? `${site.name} <${site.email}>`,
    replyTo: env.MAIL_REPLY_TO,
    postalAddress: postalAddressOf(env, site),
  });
}

/** The bytes of an issue's email if mail programs may cut it off, else null. */
export const excessBytes = (context: Pick<AppLoadContext, "env" | "site">, issue: Issue) =>
  issue.sent_at ? null : excessOf(letterOf(context, issue));

/**
 * Sends an issue as the admin saw it, now or at a given time. What is rendered from it is stored with the secret key,
 * because HTML and emails must never come in with a browser's token.
 */
export async function scheduleIssue(
  context: AppLoadContext,
  admin: Admin,
  issue: Issue,
  { version, at }: { version: string; at: Date | null },
) {
  if (!issue.scheduled_at && issue.updated_at !== version) return "changed";
  return context.database.call("schedule_issue", {
    p_actor: admin.id,
    p_id: issue.id,
    p_version: issue.updated_at,
    // The generated types allow no null arguments, but the function is not found if an argument is left out.
    p_at: (at?.toISOString() ?? null) as string,
    p_html: renderArticle(issue.markdown).html,
    p_renderer: articleRenderer,
    p_letter: { ...letterOf(context, issue) },
  });
}

/** Makes a scheduled issue a draft again; false if it was sent in the meantime. */
export const unscheduleIssue = async ({ database }: Admin, id: string): Promise<boolean> =>
  rowsOf(await database.rpc("unschedule_issue", { p_id: id }));

export const pauseIssue = async ({ database }: Admin, id: string, isPaused: boolean): Promise<boolean> =>
  rowsOf(await database.rpc("pause_issue", { p_id: id, p_paused: isPaused }));

export const progressOf = async ({ database }: Admin, { number }: Pick<Issue, "number">): Promise<IssueProgress> =>
  issueProgress.parse(rowsOf(await database.rpc("issue_progress", { p_number: number })));
