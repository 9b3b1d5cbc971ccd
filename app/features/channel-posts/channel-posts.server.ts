import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { isId, type ListPage, readPage } from "../../admin/list-page.server.ts";
import type { Row } from "../../platform/database/row.ts";
import { type Outcome, rowsOf } from "../../platform/database/supabase.server.ts";
import { pathOf as pathOfArticle } from "../articles/article.ts";
import { findEditedArticle } from "../articles/article-editing.server.ts";
import { findEditedEvent } from "../events/form/event-editing.server.ts";
import { pathOfIssue } from "../issues/issue.ts";
import { findIssue } from "../issues/issues.server.ts";
import type { ChannelId } from "./channel-names.ts";
import type { Decision } from "./channel-posts.schema.ts";
import { eventSaid, postText } from "./post-text.ts";

const columns =
  "id, channel, text, state, attempts, last_error, created_at, next_attempt_at, settled_at, event_id, article_id, issue_id";
export type ChannelPost = Row<"channel_posts", typeof columns>;

const subjectKinds = ["event", "article", "issue"] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export const postStates = ["", "open", "sent"] as const;

export function listPosts({ database }: Admin, state: string, page: number): Promise<ListPage<ChannelPost>> {
  return readPage(page, (from, to) => {
    const rows = database.from("channel_posts").select(columns, { count: "exact" }).range(from, to);
    const shown = state === "sent" ? rows.eq("state", "sent") : state === "open" ? rows.neq("state", "sent") : rows;
    return shown.order("created_at", { ascending: false }).order("id");
  });
}

export interface Subject {
  kind: SubjectKind;
  id: string;
  title: string;
  page: string;
  /** the initial text of the form; null if visitors cannot read the subject yet */
  text: string | null;
}

export async function findSubject(
  { origin }: AppLoadContext,
  admin: Admin,
  asked: URLSearchParams,
): Promise<Subject | null> {
  const kind = subjectKinds.find((each) => asked.has(each));
  const id = kind && asked.get(kind);
  if (!id || !isId(id)) return null;
  const subject = (title: string, said: Parameters<typeof postText>[1] | null): Subject => ({
    kind,
    id,
    title,
    page: `/admin/${kind}s/${id}`,
    text: said && postText(origin, said),
  });
  switch (kind) {
    case "event": {
      const event = await findEditedEvent(admin, id);
      return (
        event && subject(event.title, event.is_published && event.visibility === "public" ? eventSaid(event) : null)
      );
    }
    case "article": {
      const article = await findEditedArticle(admin, id);
      if (!article) return null;
      const { text, kind: of, address } = article;
      const said = { title: text.title, summary: text.excerpt, path: pathOfArticle(of, address) };
      return subject(text.title, article.state === "published" ? said : null);
    }
    case "issue": {
      const issue = await findIssue(admin, id);
      if (!issue) return null;
      const said = { title: issue.subject, summary: issue.preview_text ?? "", path: pathOfIssue(issue) };
      return subject(issue.subject, issue.sent_at ? said : null);
    }
  }
}

export async function postsAbout({ database }: Admin, { kind, id }: Subject): Promise<ChannelPost[]> {
  const rows = database.from("channel_posts").select(columns).eq(`${kind}_id`, id);
  return rowsOf(await rows.order("created_at", { ascending: false }).limit(20));
}

export async function queuePost(
  { database }: Admin,
  id: string,
  { kind, id: about }: Subject,
  { channel, text }: { channel: ChannelId; text: string },
): Promise<Outcome<"queue_channel_post">> {
  return rowsOf(
    await database.rpc("queue_channel_post", {
      p_id: id,
      p_channel: channel,
      p_text: text,
      [`p_${kind}` as "p_event"]: about,
    }),
  );
}

/** @param attempt the number of attempts when the admin loaded the page */
export const decide = async (
  { database }: Admin,
  id: string,
  decision: Decision,
  attempt: number,
): Promise<Outcome<"decide_channel_post">> =>
  rowsOf(await database.rpc("decide_channel_post", { p_id: id, p_decision: decision, p_attempt: attempt }));
