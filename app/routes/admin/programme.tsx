import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty } from "../../admin/empty.tsx";
import { State } from "../../admin/state.tsx";
import { programmePath } from "../../features/events/event/event.ts";
import { EventPlace } from "../../features/events/form/event-place.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import { arrangementSchema } from "../../features/programme/arrangement.schema.ts";
import { ArrangementForm } from "../../features/programme/arrangement-form.tsx";
import { daysOf } from "../../features/programme/programme.ts";
import {
  arrangeTalks,
  type EditedProgramme,
  publishProgramme,
  requireProgramme,
  shiftTalks,
} from "../../features/programme/programme-editing.server.ts";
import { Clashes, StrayTalks } from "../../features/programme/programme-warnings.tsx";
import { shiftSchema } from "../../features/programme/shift.schema.ts";
import { ShiftForm } from "../../features/programme/shift-form.tsx";
import { requireCall } from "../../features/proposals/calls.server.ts";
import { SampleMark } from "../../features/samples/sample-mark.tsx";
import { readSamples } from "../../features/samples/samples.server.ts";
import { unprocessable } from "../../platform/request/http.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [programme, samples] = await Promise.all([requireProgramme(admin, params.id), readSamples(admin)]);
  const { total: proposals } = await requireCall(admin, programme.event.id);
  return { programme, samples, proposals, now: context.now.toISOString() };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const programme = await requireProgramme(admin, params.id);
  switch (form.get("intent")) {
    case "publish":
      // Publishing again would reset the time since which changes are counted.
      if (!programme.published_at) await publishProgramme(admin, programme.event.id, context.now);
      return seeDone(adminProgrammePath(programme.event), "published");
    case "unpublish":
      await publishProgramme(admin, programme.event.id, null);
      return seeDone(adminProgrammePath(programme.event), "unpublished");
    case "shift":
      return shift(admin, programme, form);
    default:
      return arrange(admin, programme, form);
  }
}

const changed = "The program was changed since you opened it. Check the times below, and send this again.";

async function arrange(admin: Admin, programme: EditedProgramme, form: FormData) {
  const submission = parseWithZod(form, { schema: arrangementSchema(programme.talks) });
  if (submission.status !== "success") return unprocessable({ arranged: submission.reply(), shifted: undefined });
  const outcome = await arrangeTalks(admin, programme.event.id, submission.value);
  if (outcome === "saved") return seeDone(adminProgrammePath(programme.event), "saved");
  const refusal = outcome === "changed" ? changed : "Two talks would be in one room at once. Check the rooms below.";
  return unprocessable({ arranged: submission.reply({ formErrors: [refusal] }), shifted: undefined }, 409);
}

async function shift(admin: Admin, programme: EditedProgramme, form: FormData) {
  const submission = parseWithZod(form, { schema: shiftSchema });
  if (submission.status !== "success") return unprocessable({ shifted: submission.reply(), arranged: undefined });
  const { day, minutes, direction } = submission.value;
  const by = direction === "later" ? minutes : -minutes;
  const version = String(form.get(`version-${day}`));
  const outcome = await shiftTalks(admin, programme.event.id, { day, minutes: by }, version);
  if (outcome === "shifted") return seeDone(adminProgrammePath(programme.event), "day-moved");
  const refusals = {
    changed,
    "room-taken": "A talk of this day would overlap with one of another day in its room. Nothing was moved.",
    "no-talks": "There are no talks on this day anymore.",
  };
  return unprocessable({ shifted: submission.reply({ formErrors: [refusals[outcome]] }), arranged: undefined }, 409);
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Program: ${args.data?.programme.event.title ?? ""}`);

export default function ProgrammePage() {
  const { programme, samples, proposals, now } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { event, published_at, talks } = programme;
  return (
    <>
      <EventPlace
        event={event}
        part="programme"
        now={now}
        action={
          <ButtonLink looks={["small"]} href={adminProgrammePath(event, "new")}>
            New talk
          </ButtonLink>
        }
      >
        {published_at ? (
          <State shape="full">{event.is_published ? "Published" : "Published, once the event is"}</State>
        ) : (
          <State shape="dashed">Draft, visible only to admins</State>
        )}
        <SampleMark samples={samples} programmeOf={event.id} />
        <a href={adminProgrammePath(event, "speakers")}>Speakers ({programme.speakers.length})</a>
        <a href={adminProgrammePath(event, "rooms")}>Rooms ({programme.rooms.length})</a>
        <a href={adminProgrammePath(event, "call")}>Call for talks ({proposals})</a>
        <a href={adminProgrammePath(event, "preview")}>Preview links</a>
        {talks.length > 0 ? <a href={`${adminProgrammePath(event)}.csv`}>Export as CSV</a> : null}
        {published_at && event.is_published ? <a href={programmePath(event)}>View page</a> : null}
      </EventPlace>
      {answer ? null : <Done />}
      <Clashes programme={programme} />
      <StrayTalks programme={programme} />
      {talks.length > 0 ? (
        <>
          <section className="panel" aria-label="Times and rooms">
            <ArrangementForm programme={programme} lastResult={answer?.arranged} />
          </section>
          {daysOf(talks).length > 0 ? (
            <section className="panel form-panel" aria-labelledby="move">
              <h2 id="move">Move a whole day</h2>
              <ShiftForm talks={talks} lastResult={answer?.shifted} />
            </section>
          ) : null}
        </>
      ) : (
        <Empty
          title="There are no talks yet"
          action={{ to: adminProgrammePath(event, "new"), label: "Add the first talk" }}
        >
          {programme.rooms.length > 0 ? "Add the speakers" : "Add the rooms and the speakers"}, then the talks, breaks
          and workshops. Visitors see the program once you publish it.
        </Empty>
      )}
      <Publishing programme={programme} />
    </>
  );
}

function Publishing({ programme: { event, published_at, talks } }: { programme: EditedProgramme }) {
  const waiting = talks.filter(({ is_announced }) => !is_announced).length;
  const isEventShown = event.is_published;
  return (
    <section className="panel narrow" aria-labelledby="publish">
      <h2 id="publish">{published_at ? "Unpublish" : "Publish"}</h2>
      <p className="hint">
        {published_at
          ? isEventShown
            ? "Visitors see the program. If you unpublish it, its pages and links stop working."
            : "Visitors see the program once the event is published."
          : "Visitors see nothing of the program so far."}
        {waiting > 0
          ? ` Of ${waiting === 1 ? "1 talk that is" : `${waiting} talks that are`} not announced, a published program shows kind, time and room.`
          : null}
      </p>
      <form method="post">
        <Button
          name="intent"
          value={published_at ? "unpublish" : "publish"}
          looks={published_at ? ["small", "ghost"] : ["small"]}
        >
          {published_at ? "Unpublish the program" : "Publish the program"}
        </Button>
      </form>
    </section>
  );
}
