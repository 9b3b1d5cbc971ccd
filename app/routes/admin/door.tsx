import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { Done, seeDone } from "../../admin/done.tsx";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { passSchema } from "../../features/attendance/check-in/door.schema.ts";
import { checkInPath, codeOf } from "../../features/attendance/check-in/door-code.ts";
import { ownCheckInFrom, whyClosed } from "../../features/attendance/check-in/door-words.ts";
import { OwnDoor } from "../../features/attendance/check-in/own-door.tsx";
import { PassTable } from "../../features/attendance/check-in/pass-table.tsx";
import { endPass, enterOwnDoor, listPasses, makePass } from "../../features/attendance/check-in/passes.server.ts";
import { PressTable } from "../../features/attendance/check-in/press-table.tsx";
import { listPresses } from "../../features/attendance/check-in/presses.server.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { EventPlace } from "../../features/events/form/event-place.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { readSamples } from "../../features/samples/samples.server.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { isToken, newToken } from "../../platform/text/link-token.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary, Notice } from "../../ui/form-messages.tsx";
import { drawQrCode, QrCode } from "../../ui/qr-code.tsx";

export const handle: RouteHandle = { secretFields: ["token"] };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [event, { events: samples }] = await Promise.all([findEditedEvent(admin, params.id ?? ""), readSamples(admin)]);
  if (!event?.takes_reservations) throw notFound();
  const isSample = samples.some(({ id }) => id === event.id);
  const closed = whyClosed(event, context.now);
  const ownFrom = isSample ? null : ownCheckInFrom(event, context.now);
  const [passes, presses] = await Promise.all([listPasses(admin, event.id), listPresses(admin, event.id)]);
  return { event, isSample, closed, ownFrom, passes, presses, newToken: newToken(), now: context.now.toISOString() };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event?.takes_reservations) throw notFound();
  const here = `/admin/events/${event.id}/door`;
  const form = await request.formData();
  if (form.get("intent") === "end") {
    const isEnded = await endPass(admin, String(form.get("id")), context.now);
    return seeDone(here, isEnded ? "pass-ended" : "no-pass");
  }
  if (form.get("intent") === "own") {
    const code = codeOf(String(form.get("code") ?? ""));
    const entered = await enterOwnDoor(context, admin, event.id);
    if (entered !== "entered") return seeDone(here, entered === "early" ? "door-early" : "door-closed");
    return seeOther(code ? checkInPath(code) : "/door");
  }
  const token = String(form.get("token"));
  if (!isToken(token)) return seeOther(here);
  const submission = parseWithZod(form, { schema: passSchema });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), made: null });
  await makePass(admin, event.id, submission.value.name, token);
  const link = `${context.origin}/door/${token}`;
  const made = { name: submission.value.name, link, drawing: drawQrCode(link) };
  return data({ result: undefined, made });
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Check-in: ${args.data?.event.title ?? ""}`);

export default function DoorPasses() {
  const { event, isSample, closed, ownFrom, passes, presses, now } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <EventPlace
        event={event}
        part="door"
        now={now}
        note={`Helpers with a door pass check people in with their phones: they see names, how many come together, and who is in. They see no email addresses, and open nothing else. ${closed ? "" : isSample ? "This event is a sample, so its passes work at once, until you take them back." : "A pass works from two hours before the start to four after the end, until you take it back."}`}
      />
      {answer ? null : <Done />}
      {closed ? <Notice past title={closed} /> : null}
      {answer?.made ? <NewPass {...answer.made} /> : null}
      {passes.length > 0 ? <PassTable passes={passes} isClosed={closed !== null} /> : null}
      {presses.length > 0 ? <PressTable presses={presses} /> : null}
      {closed ? null : (
        <>
          <section className="panel narrow" aria-labelledby="make">
            <h2 id="make">Make a door pass</h2>
            <PassForm lastResult={answer?.result} />
          </section>
          <section className="panel narrow" aria-labelledby="own">
            <h2 id="own">Check people in yourself</h2>
            <p>Check-in also has the list to print, for when no phone works.</p>
            {ownFrom ? (
              <p>You can open it here from {ownFrom}, a day before it opens for helpers.</p>
            ) : (
              <OwnDoor event={event.id} />
            )}
          </section>
        </>
      )}
    </>
  );
}

type Made = { name: string; link: string; drawing: ReturnType<typeof drawQrCode> };

function NewPass({ name, link, drawing }: Made) {
  return (
    <section className="panel narrow" aria-labelledby="made">
      <h2 id="made">{name}</h2>
      <Notice title="This link is shown once.">
        Send it to your helpers, or let them scan the code. Several can use the same one.
      </Notice>
      <p className="wrap-anywhere">
        <code>{link}</code>
      </p>
      <QrCode drawing={drawing} label="QR code with the link of the door pass" />
    </section>
  );
}

function PassForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const { newToken: token } = useLoaderData<typeof loader>();
  const [form, fields] = useAdminForm<z.input<typeof passSchema>>({
    id: "pass",
    lastResult,
    defaultValue: { name: "Front door" },
    constraint: getZodConstraint(passSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.name]} />
      <input type="hidden" name="token" value={token} />
      <Field field={fields.name} label="Name" autoComplete="off" hint="Helps you tell passes apart." />
      <Button data-busy="Making …">Make a pass</Button>
    </form>
  );
}
