import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { seeDone } from "../../admin/done.tsx";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { seeOther } from "../../platform/request/http.ts";
import { digestOf, isToken, newToken } from "../../platform/text/link-token.ts";
import { listedArticle, outline } from "../articles/article-rows.server.ts";
import { shownEventRow } from "../events/event/event-rows.ts";
import { programmeRow } from "../programme/programme.server.ts";

/** What a preview link can show, published or not. */
export type PreviewKind = "article" | "event" | "program";

/** ISO time */
const expires_at = z.string();
const preview = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("article"),
    expires_at,
    is_guide: z.boolean(),
    article: listedArticle.extend({ html: z.string(), outline }),
  }),
  z.object({
    kind: z.literal("event"),
    expires_at,
    is_published: z.boolean(),
    event: shownEventRow,
  }),
  z.object({ kind: z.literal("program"), expires_at, programme: programmeRow }),
]);

const noPreview = z.object({}).strict();

/** Finds what a preview link shows; null if the link is unknown or has expired. */
export async function findPreview({ database }: AppLoadContext, token: string | undefined) {
  if (!isToken(token)) return null;
  const answer = await database.call("preview", { p_token_digest: await digestOf(token) });
  const found = z.union([noPreview, preview]).parse(answer);
  return "kind" in found ? found : null;
}

export async function previewLinkIn(context: AppLoadContext, request: Request) {
  const token = new URL(request.url).searchParams.get("link") ?? undefined;
  const preview = await findPreview(context, token);
  return {
    newToken: newToken(),
    link: preview && { address: `${context.origin}/preview/${token}`, until: preview.expires_at },
  };
}

/** Makes a preview link for 7 days, or ends all of this kind. @param here the page of the form */
export async function answerPreviewForm(
  { database }: Admin,
  kind: PreviewKind,
  id: string,
  form: FormData,
  here: string,
) {
  if (form.get("intent") === "end") {
    rowsOf(await database.rpc("end_previews", { p_kind: kind, p_id: id }));
    return seeDone(here, "links-ended");
  }
  // The form has the token, so that a form sent twice makes one link.
  const token = String(form.get("token"));
  if (!isToken(token)) return seeOther(here);
  const answer = await database.rpc("make_preview", { p_kind: kind, p_id: id, p_token_digest: await digestOf(token) });
  // Null if what was to be shown is gone.
  const until = answer.error || answer.data ? rowsOf(answer) : null;
  return seeOther(until ? `${here}?link=${token}#link` : here);
}
