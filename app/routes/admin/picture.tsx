import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { excerptOf } from "../../admin/excerpt.ts";
import { differencesOf } from "../../admin/fields.ts";
import { answerDeletion, unsaved } from "../../admin/unsaved.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { PictureFacts } from "../../features/pictures/picture-facts.tsx";
import { PictureForm, pictureLabels } from "../../features/pictures/picture-form.tsx";
import { PictureDeletion, PictureUses } from "../../features/pictures/picture-uses.tsx";
import { pictureSchema } from "../../features/pictures/pictures.schema.ts";
import { changePicture, deletePicture, findPicture, type Picture } from "../../features/pictures/pictures.server.ts";
import { notFound } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const picture = await find(await requireAdmin(context), params.id);
  return { picture, confirming: new URL(request.url).searchParams.get("confirm") === "delete" };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const picture = await find(admin, params.id);
  return form.get("intent") === "delete" ? remove(context, admin, picture, form) : save(admin, picture, form);
}

async function find(admin: Admin, id: string | undefined) {
  const picture = await findPicture(admin, id);
  if (!picture) throw notFound();
  return picture;
}

async function save(admin: Admin, picture: Picture, form: FormData) {
  const submission = parseWithZod(form, { schema: pictureSchema });
  const result = submission.reply();
  if (submission.status !== "success") return unsaved({ result });
  const outcome = await changePicture(admin, picture.id, submission.value, String(form.get("version")));
  if (outcome === "saved") return seeDone(`/admin/pictures/${picture.id}`, "saved");
  const conflict = differencesOf(pictureLabels, { ...picture }, submission.value);
  return unsaved({ result, conflict }, 409);
}

async function remove(context: AppLoadContext, admin: Admin, picture: Picture, form: FormData) {
  const outcome = await deletePicture(context, admin, picture, String(form.get("version")));
  if (outcome === "not-found") throw notFound();
  return outcome === "used"
    ? unsaved({ refused: "This picture cannot be deleted, because something shows it." }, 409)
    : answerDeletion(outcome, "picture", "/admin/pictures");
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, excerptOf(args.data?.picture.alt ?? "Picture"));

export default function PicturePage() {
  const { picture, confirming } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader title={excerptOf(picture.alt)} back={{ to: "/admin/pictures", label: "All pictures" }} />
      {answer ? null : <Done />}
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <div className="with-side">
        <section className="panel" aria-label="The picture">
          <PictureForm picture={picture} lastResult={answer?.result} />
        </section>
        <div className="side">
          <section className="panel" aria-labelledby="shown">
            <h2 id="shown">Where it is shown</h2>
            <PictureUses uses={picture.uses} />
          </section>
          <section className="panel" aria-labelledby="file">
            <h2 id="file">The file</h2>
            <PictureFacts picture={picture} />
          </section>
        </div>
      </div>
      <PictureDeletion picture={picture} confirming={confirming} />
    </>
  );
}
