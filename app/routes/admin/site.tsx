import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { type Difference, differencesOf } from "../../admin/fields.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { unseenText } from "../../features/site/announcement.ts";
import { picturesInWords, siteLabels } from "../../features/site/site-fields.ts";
import { siteBodyLimit, siteFormSchema } from "../../features/site/site-form.schema.ts";
import { SiteForm } from "../../features/site/site-form.tsx";
import { addStored, sitePartAt } from "../../features/site/site-parts.ts";
import { listSitePictures, type OfferedPictures, withPictures } from "../../features/site/site-pictures.server.ts";
import { changeSettings, findSettings, fingerprintOf } from "../../features/site/site-settings.server.ts";
import { settingsOf } from "../../features/site/site-words.ts";
import { unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { searchText } from "../../platform/text/text.ts";
import { defaultSite } from "../../site.ts";

export const handle: RouteHandle = { bodyLimit: siteBodyLimit };

const partOf = (request: Request) => sitePartAt(new URL(request.url).pathname);

interface SiteAnswer {
  result: SubmissionResult<string[]>;
  conflict: Difference[] | null;
  offered: OfferedPictures;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { path, fields } = partOf(request);
  const { settings, version } = await findSettings(admin);
  const values = settings ?? settingsOf(defaultSite);
  const [offered, seen] = await Promise.all([listSitePictures(admin, values), fingerprintOf(values, fields)]);
  const note = path === "/admin/site/announcement" ? unseenText(values, context.now) : undefined;
  return { path, values, version, seen, offered, note };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { path, fields } = partOf(request);
  const { settings: stored, version } = await findSettings(admin);
  const before = stored ?? settingsOf(defaultSite);
  addStored(form, before);
  const submission = parseWithZod(form, { schema: siteFormSchema });
  const search = searchText(String(form.get("picture_search") ?? ""), 100);
  const again = async (result: SiteAnswer["result"], conflict: SiteAnswer["conflict"] = null): Promise<SiteAnswer> => ({
    result,
    conflict,
    offered: await listSitePictures(admin, submission.payload, search),
  });
  // Enter in the search field presses the save button, so a search that has not been run yet is run first.
  const isAsked = form.get("intent") === "find" || (search !== "" && search !== form.get("picture_searched"));
  if (isAsked) return data(await again({ initialValue: submission.reply().initialValue }));
  const refuse = async (result: SiteAnswer["result"]) => unprocessable(await again(result));
  if (submission.status !== "success") return refuse(submission.reply());
  const typed = await withPictures(admin, submission.value);
  if ("faults" in typed) return refuse(submission.reply({ fieldErrors: typed.faults }));
  // Who has saved other fields since has changed nothing that this form is about.
  const isSame = form.get("seen") === (await fingerprintOf(before, fields));
  const outcome = await changeSettings(context, admin, typed.settings, isSame ? version : String(form.get("version")));
  if (outcome === "saved") return seeDone(path, "saved");
  if (outcome === "too-long") return refuse(submission.reply({ formErrors: [tooLong] }));
  const { settings } = await findSettings(admin);
  const theirs = settings ?? settingsOf(defaultSite);
  // If the form was sent twice, it is saved once.
  if (differencesOf(siteLabels, theirs, typed.settings).length === 0) return seeDone(path, "saved");
  const conflict = differencesOf(siteLabels, picturesInWords(theirs), picturesInWords(typed.settings));
  return unprocessable(await again(submission.reply(), conflict), 409);
}

const tooLong = "All texts together are too long. Shorten one, then save again.";

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Site: ${sitePartAt(args.data?.path ?? "").label}`);

export default function SitePage() {
  const { path, values, version, seen, offered, note } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader title={sitePartAt(path).label} note={note}>
        <a href={path === "/admin/site/founders" ? "/about" : "/"}>As visitors see it</a>
      </AdminHeader>
      {answer ? null : <Done />}
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      <SiteForm
        path={path}
        values={values}
        version={version}
        seen={seen}
        offered={answer?.offered ?? offered}
        lastResult={answer?.result}
      />
    </>
  );
}
