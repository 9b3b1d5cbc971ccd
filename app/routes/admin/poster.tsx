import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done } from "../../admin/done.tsx";
import { readListQuery } from "../../admin/list-query.ts";
import { Version } from "../../admin/returned-form.tsx";
import { type EditedEvent, findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { Poster } from "../../features/events/page/event-details.tsx";
import { answerPoster } from "../../features/events/poster/answer-poster.server.ts";
import { PosterForm } from "../../features/events/poster/poster-form.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { pictureBodyLimit } from "../../features/pictures/picture-file.ts";
import { PictureSources } from "../../features/pictures/picture-sources.tsx";
import { listPictures } from "../../features/pictures/pictures.server.ts";
import { notFound } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Button } from "../../ui/button.tsx";

export const handle: RouteHandle = { bodyLimit: pictureBodyLimit };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: [] });
  const [event, list] = await Promise.all([find(admin, params.id), listPictures(admin, query)]);
  const confirming = new URL(request.url).searchParams.get("confirm") === "remove";
  return { event, list, query, confirming, newId: crypto.randomUUID() };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  return answerPoster(context, admin, await find(admin, params.id), form);
}

async function find(admin: Admin, id = ""): Promise<EditedEvent> {
  const event = await findEditedEvent(admin, id);
  if (!event) throw notFound();
  return event;
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Poster of ${args.data?.event.title ?? "an event"}`);

export default function PosterPage() {
  const { event, list, query, newId, confirming } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const path = `/admin/events/${event.id}/poster`;
  return (
    <>
      <AdminHeader title="Poster" back={{ to: `/admin/events/${event.id}`, label: event.title }} />
      {answer ? null : <Done />}
      {answer?.changed ? <Conflict differences={[]} /> : null}
      <div className="with-side">
        <section className="side" aria-label="The poster now">
          {event.poster_path ? (
            <>
              <Poster event={event} />
              <PosterForm event={event} lastResult={answer?.describe} />
            </>
          ) : (
            <p className="no-poster">
              No poster yet: visitors see one drawn for the date. An upright picture, in a ratio of 4 to 5, looks best:
              800 by 1,000 pixels or more.
            </p>
          )}
        </section>
        <div className="sources">
          <PictureSources {...{ list, query, path, newId }} current={event.poster_path} refusal={answer ?? undefined}>
            <Version at={event.updated_at} />
          </PictureSources>
        </div>
      </div>
      {event.poster_path ? <Removal id={event.id} version={event.updated_at} confirming={confirming} /> : null}
    </>
  );
}

function Removal({ id, version, confirming }: { id: string; version: string; confirming: boolean }) {
  const text = "The picture stays in the library, the event as it is.";
  if (!confirming) {
    return (
      <Danger id="remove" title="Remove the poster" text={text}>
        <a href={`/admin/events/${id}/poster?confirm=remove#remove`}>Remove the poster …</a>
      </Danger>
    );
  }
  return (
    <Danger id="remove" isQuestion title="Remove the poster?" text={text}>
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
