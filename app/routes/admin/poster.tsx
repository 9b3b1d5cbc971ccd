import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done } from "../../admin/done.tsx";
import { Poster } from "../../features/events/event-details.tsx";
import { type EditedEvent, findEditedEvent } from "../../features/events/event-editing.server.ts";
import { posterSchema } from "../../features/events/events.schema.ts";
import { PosterForm } from "../../features/events/poster-form.tsx";
import { removePoster, type SavePosterOutcome, savePoster } from "../../features/events/posters.server.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { notFound, seeOther, unprocessable } from "../../platform/http.ts";
import type { RouteHandle } from "../../platform/route-handle.ts";
import { Button } from "../../ui/button.tsx";
import resize from "../../ui/poster-resize.ts?worker&url";

/** A poster of 5 MiB and what a browser makes of it. */
export const handle: RouteHandle = { bodyLimit: 6 * 1024 * 1024 };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await find(admin, params.id);
  return { event, confirming: new URL(request.url).searchParams.get("confirm") === "remove" };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const event = await find(admin, params.id);
  return form.get("intent") === "remove" ? remove(context, admin, event, form) : save(context, admin, event, form);
}

async function find(admin: Admin, id = ""): Promise<EditedEvent> {
  const event = await findEditedEvent(admin, id);
  if (!event) throw notFound();
  return event;
}

const faults: Record<Exclude<SavePosterOutcome, "saved" | "heavy" | "changed">, string> = {
  "no-file": "Choose a file",
  "too-large": "The file is larger than 5 MiB. Choose a smaller one.",
  "no-picture": "This is not a complete JPEG, PNG, WebP or AVIF file, whatever its name says. Choose another one.",
  "bad-smaller": "The smaller pictures that came with it do not match it. Choose the file again.",
};

async function save(context: AppLoadContext, admin: Admin, event: EditedEvent, form: FormData) {
  const submission = parseWithZod(form, { schema: posterSchema });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), changed: false });
  const version = String(form.get("version"));
  const outcome = await savePoster(context, admin, event, submission.value, version);
  switch (outcome) {
    case "saved":
      return seeOther(`/admin/events/${event.id}/poster?done=poster`);
    case "heavy":
      return seeOther(`/admin/events/${event.id}/poster?done=poster-heavy`);
    case "changed":
      return unprocessable({ result: submission.reply(), changed: true }, 409);
    default:
      return unprocessable({
        result: submission.reply({ fieldErrors: { poster: [faults[outcome]] } }),
        changed: false,
      });
  }
}

async function remove(context: AppLoadContext, admin: Admin, event: EditedEvent, form: FormData) {
  const outcome = await removePoster(context, admin, event, String(form.get("version")));
  if (outcome === "changed") return unprocessable({ result: undefined, changed: true }, 409);
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
  const { event, confirming } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader title="Poster" back={{ to: `/admin/events/${event.id}`, label: event.title }} />
      {answer ? null : <Done />}
      {answer?.changed ? <Conflict differences={[]} /> : null}
      <div className="with-side">
        <section className="panel" aria-label="Choose a poster">
          <PosterForm event={event} lastResult={answer?.result} />
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
      <script src={resize} defer />
    </>
  );
}

function Removal({ id, version, confirming }: { id: string; version: string; confirming: boolean }) {
  if (!confirming) {
    return (
      <Danger id="remove" title="Remove the poster" text="The event stays as it is.">
        <a href={`/admin/events/${id}/poster?confirm=remove#remove`}>Remove the poster …</a>
      </Danger>
    );
  }
  return (
    <Danger id="remove" isQuestion title="Remove the poster?" text="The file is deleted. The event stays as it is.">
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
