import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { readListQuery } from "../../admin/list-query.ts";
import { Version } from "../../admin/returned-form.tsx";
import { addPictureTo } from "../../features/issues/issue-picture.server.ts";
import { findIssue } from "../../features/issues/issues.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { givenPicture, type PictureRefusal } from "../../features/pictures/given-picture.server.ts";
import { pictureBodyLimit } from "../../features/pictures/picture-file.ts";
import { PictureSources } from "../../features/pictures/picture-sources.tsx";
import { listPictures } from "../../features/pictures/pictures.server.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";

export const handle: RouteHandle = { bodyLimit: pictureBodyLimit };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: [] });
  const [issue, list] = await Promise.all([findIssue(admin, params.id ?? ""), listPictures(admin, query)]);
  if (!issue || issue.scheduled_at) throw notFound();
  const { id, subject, updated_at } = issue;
  return { issue: { id, subject, updated_at }, list, query, newId: crypto.randomUUID() };
}

interface Answer {
  refusal?: PictureRefusal;
  isChanged?: boolean;
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const issue = await findIssue(admin, params.id ?? "");
  if (!issue || issue.scheduled_at) throw notFound();
  const given = await givenPicture(context, admin, form);
  if ("refusal" in given) return unprocessable<Answer>({ refusal: given.refusal });
  const outcome = await addPictureTo(admin, issue, given.picture, String(form.get("version")));
  if (outcome === "saved") return seeDone(`/admin/issues/${issue.id}#issue-markdown`, "picture-in-text");
  return outcome === "changed"
    ? unprocessable<Answer>({ isChanged: true }, 409)
    : unprocessable<Answer>({ refusal: { choose: outcome.refused } });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Add a picture to the issue");

export default function IssuePicturePage() {
  const { issue, list, query, newId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const editor = `/admin/issues/${issue.id}`;
  return (
    <>
      <AdminHeader
        title="Add a picture to the issue"
        note="It is put at the end of the text, as a draft. Move its line to where it belongs."
        back={{ to: editor, label: issue.subject }}
      />
      {answer ? null : <Done />}
      {answer?.isChanged ? <Conflict differences={[]} /> : null}
      <PictureSources
        list={list}
        query={query}
        path={`${editor}/picture`}
        current={null}
        newId={newId}
        refusal={answer?.refusal}
      >
        <Version at={issue.updated_at} />
      </PictureSources>
    </>
  );
}
