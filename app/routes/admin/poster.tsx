import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done } from "../../admin/done.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { Version } from "../../admin/returned-form.tsx";
import { Poster } from "../../features/events/event-details.tsx";
import { type EditedEvent, findEditedEvent } from "../../features/events/event-editing.server.ts";
import { removePoster, showPoster } from "../../features/events/posters.server.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { NewPictureForm } from "../../features/pictures/new-picture-form.tsx";
import { newPictureSchema, pictureBodyLimit } from "../../features/pictures/pictures.schema.ts";
import { addPicture, pictureFaults } from "../../features/pictures/pictures.server.ts";
import { notFound, seeOther, unprocessable } from "../../platform/http.ts";
import type { RouteHandle } from "../../platform/route-handle.ts";
import { Button } from "../../ui/button.tsx";

export const handle: RouteHandle = { bodyLimit: pictureBodyLimit };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await find(admin, params.id);
  const confirming = new URL(request.url).searchParams.get("confirm") === "remove";
  return { event, confirming, newId: crypto.randomUUID() };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const event = await find(admin, params.id);
  return form.get("intent") === "remove" ? remove(admin, event, form) : add(context, admin, event, form);
}

async function find(admin: Admin, id = ""): Promise<EditedEvent> {
  const event = await findEditedEvent(admin, id);
  if (!event) throw notFound();
  return event;
}

async function add(context: AppLoadContext, admin: Admin, event: EditedEvent, form: FormData) {
  const submission = parseWithZod(form, { schema: newPictureSchema });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), changed: false });
  const added = await addPicture(context, admin, newIdIn(form) ?? crypto.randomUUID(), submission.value);
  if ("fault" in added) {
    const fieldErrors = { picture: [pictureFaults[added.fault]] };
    return unprocessable({ result: submission.reply({ fieldErrors }), changed: false });
  }
  const outcome = await showPoster(admin, event, added.picture, String(form.get("version")));
  return outcome === "saved"
    ? seeOther(`/admin/events/${event.id}/poster?done=${added.isHeavy ? "poster-heavy" : "poster"}`)
    : unprocessable({ result: submission.reply(), changed: true }, 409);
}

async function remove(admin: Admin, event: EditedEvent, form: FormData) {
  const outcome = await removePoster(admin, event, String(form.get("version")));
  if (outcome !== "saved") return unprocessable({ result: undefined, changed: true }, 409);
  return seeOther(`/admin/events/${event.id}/poster?done=removed`);
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: `Poster of ${args.data?.event.title ?? "an event"}`,
    description: "The poster of an event.",
    path: "/admin/events",
    indexed: false,
  });

export default function PosterPage() {
  const { event, newId, confirming } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader title="Poster" back={{ to: `/admin/events/${event.id}`, label: event.title }} />
      {answer ? null : <Done />}
      {answer?.changed ? <Conflict differences={[]} /> : null}
      <div className="with-side">
        <section className="panel" aria-label="Choose a poster">
          <NewPictureForm newId={newId} lastResult={answer?.result} save="Save poster">
            <Version at={event.updated_at} />
          </NewPictureForm>
        </section>
        <div className="side">
          {event.poster_path ? (
            <Poster event={event} />
          ) : (
            <p className="no-poster">
              No poster yet. An upright one, in a ratio of 4 to 5, looks best: 800 by 1,000 pixels or more.
            </p>
          )}
        </div>
      </div>
      {event.poster_path ? <Removal id={event.id} version={event.updated_at} confirming={confirming} /> : null}
    </>
  );
}

function Removal({ id, version, confirming }: { id: string; version: string; confirming: boolean }) {
  if (!confirming) {
    return (
      <Danger id="remove" title="Remove the poster" text="The picture stays in the library, the event as it is.">
        <a href={`/admin/events/${id}/poster?confirm=remove#remove`}>Remove the poster …</a>
      </Danger>
    );
  }
  return (
    <Danger
      id="remove"
      isQuestion
      title="Remove the poster?"
      text="The picture stays in the library, the event as it is."
    >
      <form method="post" className="form">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="version" value={version} />
        <div className="actions">
          <Button className="danger">Remove it</Button>
          <a href={`/admin/events/${id}/poster`}>Keep it</a>
        </div>
      </form>
    </Danger>
  );
}
