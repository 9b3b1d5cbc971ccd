import { parseWithZod } from "@conform-to/zod";
import type { Admin } from "../../admin/admin.server.ts";
import { seeDone } from "../../admin/done.tsx";
import { isFound } from "../../admin/list-page.server.ts";
import { isTaken, rowsOf } from "../../platform/database/supabase.server.ts";
import { unprocessable } from "../../platform/request/http.ts";
import { suggestedKey } from "../../platform/text/suggested-key.ts";
import { drawQrCode } from "../../ui/qr-code.tsx";
import { linkIn, namedLinkSchema, namedPath } from "./named-link.schema.ts";

export interface NamedLink {
  id: string;
  slug: string;
  name: string;
  sign_ups: number;
  confirmed: number;
}

/** What links lead to: the page of an event or of a series; neither for the newsletter. */
export type Target = { event_id: string } | { series_id: string } | Record<never, never>;

async function listNamedLinks({ database }: Admin, target: Target): Promise<NamedLink[]> {
  const given = {
    ...("event_id" in target && { p_event: target.event_id }),
    ...("series_id" in target && { p_series: target.series_id }),
  };
  return rowsOf(await database.rpc("counted_links", given));
}

export const drawNamedLinks = async (admin: Admin, target: Target, page: string) =>
  (await listNamedLinks(admin, target)).map((link) => {
    const address = namedPath(page, link.slug);
    return { ...link, address, drawing: drawQrCode(address) };
  });

/** What a flyer for a page leads to: by the named link that is chosen in its query, if there is one. */
export async function chooseLink(admin: Admin, target: Target, request: Request, page: string) {
  const links = await listNamedLinks(admin, target);
  const from = links.find(({ slug }) => slug === linkIn(request))?.slug ?? "";
  const address = from ? namedPath(page, from) : page;
  return { links, from, address, drawing: drawQrCode(address) };
}

/** Handles the forms of the page of named links. @param here the path of that page */
export async function answerNamedLinks({ database }: Admin, target: Target, form: FormData, here: string) {
  if (form.get("intent") === "delete") {
    isFound(
      await database
        .from("named_links")
        .delete()
        .eq("id", String(form.get("id")))
        .select("id"),
    );
    return seeDone(here, "deleted");
  }
  const submission = parseWithZod(form, { schema: namedLinkSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { name } = submission.value;
  const row = { ...target, slug: suggestedKey(name), name };
  const answer = await database.from("named_links").insert(row).select("id");
  if (isTaken(answer))
    return unprocessable(submission.reply({ fieldErrors: { name: ["There is a link with this name already"] } }));
  rowsOf(answer);
  return seeDone(here, "added");
}
