import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { PreviewLinks } from "../../admin/preview-links.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import { requireProgramme } from "../../features/programme/programme-editing.server.ts";
import {
  endProgrammePreviews,
  findProgrammePreview,
  makeProgrammePreview,
} from "../../features/programme/programme-previews.server.ts";
import { seeOther } from "../../platform/request/http.ts";
import { newToken } from "../../platform/text/link-token.ts";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const token = new URL(request.url).searchParams.get("link") ?? undefined;
  const [{ event }, preview] = await Promise.all([
    requireProgramme(admin, params.id),
    findProgrammePreview(context, token),
  ]);
  return {
    event,
    newToken: newToken(),
    link: preview && { address: `${context.origin}/preview/programme/${token}`, until: preview.expires_at },
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { event } = await requireProgramme(admin, params.id);
  const here = adminProgrammePath(event, "preview");
  if (form.get("intent") === "end") {
    await endProgrammePreviews(admin, event.id);
    return seeDone(here, "links-ended");
  }
  const token = String(form.get("token"));
  const until = await makeProgrammePreview(admin, event.id, token);
  return seeOther(until ? `${here}?link=${token}#link` : here);
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Preview of the program: ${args.data?.event.title ?? ""}`);

export default function ProgrammePreview() {
  const { event, link, newToken: token } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="Preview of the program"
        back={{ to: adminProgrammePath(event), label: "Program" }}
        note="For people without an account, such as speakers and partners, before everyone sees it."
      />
      <Done />
      <PreviewLinks link={link} token={token} what="the program" end="Turn off all links to this program">
        A link shows the program as visitors will see it, also while it is a draft, to anyone who has it. It works for 7
        days.
      </PreviewLinks>
    </>
  );
}
