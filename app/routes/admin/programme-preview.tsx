import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { PreviewLinks } from "../../admin/preview-links.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { answerPreviewForm, previewLinkIn } from "../../features/previews/previews.server.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import { requireProgramme } from "../../features/programme/programme-editing.server.ts";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [{ event }, made] = await Promise.all([requireProgramme(admin, params.id), previewLinkIn(context, request)]);
  return { event, ...made };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { event } = await requireProgramme(admin, params.id);
  return answerPreviewForm(admin, "program", event.id, form, adminProgrammePath(event, "preview"));
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
