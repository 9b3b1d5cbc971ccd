import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict, differencesOf } from "../../admin/conflict.tsx";
import { Done } from "../../admin/done.tsx";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { siteBodyLimit, siteFormSchema } from "../../features/site/site.schema.ts";
import { picturesInWords, siteLabels } from "../../features/site/site-fields.ts";
import { SiteForm, siteGroups } from "../../features/site/site-form.tsx";
import { listSitePictures, withPictures } from "../../features/site/site-pictures.server.ts";
import { changeSettings, findSettings } from "../../features/site/site-settings.server.ts";
import { settingsOf } from "../../features/site/site-words.ts";
import { seeOther, unprocessable } from "../../platform/http.ts";
import type { RouteHandle } from "../../platform/route-handle.ts";
import { defaultSite } from "../../site.ts";
import { Outline } from "../../ui/outline.tsx";

export const handle: RouteHandle = { bodyLimit: siteBodyLimit };

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { settings, version } = await findSettings(admin);
  const values = settings ?? settingsOf(defaultSite);
  return { values, version, pictures: await listSitePictures(admin, values) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: siteFormSchema });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), conflict: null });
  const typed = await withPictures(admin, submission.value);
  if ("faults" in typed)
    return unprocessable({ result: submission.reply({ fieldErrors: typed.faults }), conflict: null });
  const outcome = await changeSettings(context, admin, typed.settings, String(form.get("version")));
  if (outcome === "saved") return seeOther("/admin/site?done=saved");
  if (outcome === "too-long")
    return unprocessable({ result: submission.reply({ formErrors: [tooLong] }), conflict: null });
  const { settings } = await findSettings(admin);
  const theirs = settings ?? settingsOf(defaultSite);
  // A form that is sent twice has been saved once.
  if (differencesOf(siteLabels, theirs, typed.settings).length === 0) return seeOther("/admin/site?done=saved");
  const conflict = differencesOf(siteLabels, picturesInWords(theirs), picturesInWords(typed.settings));
  return unprocessable({ result: submission.reply(), conflict }, 409);
}

const tooLong = "All texts together are too long. Shorten one, then save again.";

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "Site",
    description: "What the site says of the organization: names, links, texts, founders and the announcement.",
    path: "/admin/site",
    indexed: false,
  });

export default function SitePage() {
  const { values, version, pictures } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader title="Site">
        <a href="/about">As visitors see it</a>
      </AdminHeader>
      {answer ? null : <Done />}
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      <div className="beside">
        <Outline headings={siteGroups} />
        <section className="panel form-panel" aria-label="What the site says">
          <SiteForm values={values} version={version} pictures={pictures} lastResult={answer?.result} />
        </section>
      </div>
    </>
  );
}
