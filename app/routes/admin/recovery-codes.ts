import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { seeDone } from "../../admin/done.tsx";
import { openDraft } from "../../features/second-factor/factor-seal.server.ts";
import { neverStored, seeOther } from "../../platform/request/http.ts";

const page = "/admin/account/factor";
const also = ["factor"] as const;

/** The codes come only from the form of the page that shows them. */
export async function loader({ context }: ActionFunctionArgs) {
  await requireAdmin(context, { also });
  return seeOther(page);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { id, email } = await requireAdmin(context, { also });
  const sealed = String((await request.formData()).get("sealed") ?? "");
  const draft = await openDraft(id, sealed, context.env);
  if (!draft) return seeDone(page, "codes-gone");
  const lines = [`Recovery codes of ${email} for ${context.site.name}`, "Each works once.", "", ...draft.codes, ""];
  return new Response(lines.join("\r\n"), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="recovery-codes.txt"',
      ...neverStored,
    },
  });
}
