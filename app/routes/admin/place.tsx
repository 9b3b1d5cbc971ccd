import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { differencesOf } from "../../admin/fields.ts";
import { answerDeletion, type Unsaved } from "../../admin/unsaved.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { placeNotesSchema, placeSchema } from "../../features/places/place.schema.ts";
import { changePlace, deletePlace, findPlace } from "../../features/places/place-editing.server.ts";
import { placeFaults } from "../../features/places/place-faults.ts";
import { PlaceForm, placeDifferences } from "../../features/places/place-form.tsx";
import { findPlaceNotes, savePlaceNotes } from "../../features/places/place-notes.server.ts";
import { PlaceNotesForm } from "../../features/places/place-notes.tsx";
import { placePath } from "../../features/places/places.ts";
import { SampleMark } from "../../features/samples/sample-mark.tsx";
import { readSamples } from "../../features/samples/samples.server.ts";
import { listOfferedPictures } from "../../features/site/site-pictures.server.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

async function requirePlace(admin: Admin, id = "") {
  const place = await findPlace(admin, id);
  if (!place) throw notFound();
  return place;
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [place, pictures, samples] = await Promise.all([
    requirePlace(admin, params.id),
    listOfferedPictures(admin),
    readSamples(admin),
  ]);
  const notes = await findPlaceNotes(admin, place.id);
  return { place, notes, pictures, samples, confirming: new URL(request.url).searchParams.get("confirm") === "delete" };
}

type Answer = Unsaved & { notes?: Unsaved["result"] };
const unsaved = (answer: Answer, status?: 409) => unprocessable(answer, status);

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const place = await requirePlace(admin, params.id);
  const version = String(form.get("version"));
  if (form.get("intent") === "delete") {
    const outcome = await deletePlace(admin, place.id, version);
    if (outcome !== "in-use") return answerDeletion(outcome, "place", "/admin/places");
    const refused = "An event is at this place by now. Choose another place there before you delete this one.";
    return unsaved({ refused }, 409);
  }
  if (form.get("intent") === "notes") return answerNotes(admin, place.id, form);
  const submission = parseWithZod(form, { schema: placeSchema });
  if (submission.status !== "success") return unsaved({ result: submission.reply() });
  const outcome = await changePlace(admin, place.id, submission.value, version);
  if (outcome === "saved") return seeDone(`/admin/places/${place.id}`, "saved");
  if (outcome === "changed") {
    const conflict = placeDifferences(place, submission.value);
    return unsaved({ result: submission.reply(), conflict }, 409);
  }
  return unsaved({ result: submission.reply({ fieldErrors: { ...placeFaults[outcome] } }) });
}

async function answerNotes(admin: Admin, id: string, form: FormData) {
  const submission = parseWithZod(form, { schema: placeNotesSchema });
  if (submission.status !== "success") return unsaved({ notes: submission.reply() });
  const { notes } = submission.value;
  const outcome = await savePlaceNotes(admin, id, notes, String(form.get("notes_version") ?? ""));
  if (outcome === "saved") return seeDone(`/admin/places/${id}`, "saved");
  const theirs = (await findPlaceNotes(admin, id))?.notes;
  const conflict = differencesOf({ notes: "Notes for organizers" }, { notes: theirs }, { notes });
  return unsaved({ notes: submission.reply(), conflict }, 409);
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.place.name ?? "Place");

export default function PlacePage() {
  const { place, notes, pictures, samples } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  return (
    <>
      <AdminHeader
        title={place.name}
        back={{ to: "/admin/places", label: "All places" }}
        note="Coming events there change with it; those that are over keep the words they were held with."
      >
        <SampleMark samples={samples} id={place.id} />
        <span>{pluralize(place.events, "event")}</span>
        {place.isShown ? <a href={placePath(place)}>View page</a> : null}
      </AdminHeader>
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      <section className="panel form-panel" aria-label="The place">
        <PlaceForm submit="Save" pictures={pictures} place={place} lastResult={answer?.result} />
      </section>
      <PlaceNotesForm notes={notes} lastResult={answer?.notes} />
      <Deletion />
    </>
  );
}

function Deletion() {
  const { place, confirming } = useLoaderData<typeof loader>();
  if (place.events > 0) {
    const text = `A place can be deleted when no event is there. This one has ${pluralize(place.events, "event")}.`;
    return <Danger id="delete" title="Delete this place" text={text} />;
  }
  const text = "For good. No event is there.";
  if (!confirming) {
    return (
      <Danger id="delete" title="Delete this place" text={text}>
        <a href={`/admin/places/${place.id}?confirm=delete#delete`}>Delete this place …</a>
      </Danger>
    );
  }
  return (
    <Danger id="delete" isQuestion title={`Delete “${place.name}”?`} text={text}>
      <form method="post" className="form">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={place.updated_at} />
        <div className="actions">
          <Button className="danger">Delete for good</Button>
          <a href={`/admin/places/${place.id}`}>Keep it</a>
        </div>
      </form>
    </Danger>
  );
}
