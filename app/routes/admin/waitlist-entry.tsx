import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict, differencesOf } from "../../admin/conflict.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { noteSchema } from "../../admin/note.schema.ts";
import { NoteForm } from "../../admin/note-form.tsx";
import { CorrectEntry } from "../../features/attendance/entries/correct-entry.tsx";
import { EntryFacts } from "../../features/attendance/entries/entry-facts.tsx";
import { RemoveEntry } from "../../features/attendance/entries/remove-entry.tsx";
import {
  clearEntry,
  correctEntry,
  findEntry,
  findWaitlist,
  noteEntry,
  removeEntry,
} from "../../features/attendance/entries/waitlists.server.ts";
import { correctionSchema } from "../../features/attendance/sign-up/waitlist.schema.ts";
import { endpointHost } from "../../features/attendance/sign-up/waitlist.server.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { retryDelivery } from "../../features/outbox/deliveries.server.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { waitlist, entry } = await find(admin, params);
  const confirming = new URL(request.url).searchParams.get("confirm");
  const endpoint = endpointHost(context.env);
  const forwardedTo = entry.outbox?.delivered_at ? endpoint : null;
  return { waitlist, entry, confirming, endpoint, forwardedTo, sendsMail: senderOf(context.env) !== null };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { waitlist, entry } = await find(admin, params);
  const list = `/admin/waitlists/${waitlist.key}`;
  const here = `${list}/${entry.id}`;
  const version = String(form.get("version"));
  switch (form.get("intent")) {
    case "note":
      return note(admin, entry.id, version, form, here);
    case "correct":
      return correct(admin, entry.id, version, form, here);
    case "remove": {
      const isRemoved = await removeEntry(admin, entry.id, version);
      return isRemoved ? seeDone(list, "removed") : refuse("changed");
    }
    case "clear": {
      const outcome = await clearEntry(context, admin, entry.id);
      if (outcome === "not-found") throw notFound();
      return outcome === "cleared" ? seeDone(here, "cleared") : refuse("duplicate");
    }
    case "retry": {
      const isDue = entry.outbox && (await retryDelivery(context, admin, entry.outbox.id));
      return isDue ? seeDone(here, "retried") : refuse("delivered");
    }
    default:
      return refuse("unknown");
  }
}

async function find(admin: Admin, params: { key?: string; id?: string }) {
  const waitlist = await findWaitlist(admin, params.key ?? "");
  const entry = waitlist && (await findEntry(admin, waitlist.id, params.id));
  if (!entry) throw notFound();
  return { waitlist, entry };
}

const refusals = {
  changed: "This entry was changed since you opened it. Check it again before you change or remove it.",
  duplicate: "This address is already on the list, so this entry can only be removed.",
  delivered: "There is nothing left to deliver.",
  unknown: "Nothing was changed: this page has no such button.",
};

const nothing = { result: undefined, correction: undefined, conflict: null, refused: null };

function refuse(reason: keyof typeof refusals) {
  return unprocessable({ ...nothing, refused: refusals[reason] });
}

async function correct(admin: Admin, id: string, version: string, form: FormData, here: string) {
  const submission = parseWithZod(form, { schema: correctionSchema });
  if (submission.status !== "success") return unprocessable({ ...nothing, correction: submission.reply() });
  const outcome = await correctEntry(admin, id, submission.value, version);
  if (outcome === "corrected") return seeDone(here, "corrected");
  if (outcome === "changed")
    return data({ ...nothing, correction: submission.reply(), refused: refusals.changed }, { status: 409 });
  const fieldErrors = { email: ["This address is already on the list"] };
  return unprocessable({ ...nothing, correction: submission.reply({ fieldErrors }) });
}

async function note(admin: Admin, id: string, version: string, form: FormData, here: string) {
  const submission = parseWithZod(form, { schema: noteSchema });
  if (submission.status !== "success") return unprocessable({ ...nothing, result: submission.reply() });
  const typed = submission.value.note ?? null;
  const isSaved = await noteEntry(admin, id, typed, version);
  if (isSaved) return seeDone(here, "saved");
  return data({ ...nothing, result: submission.reply(), conflict: { note: typed } }, { status: 409 });
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.entry.name ?? "Entry",
    description: "An entry of a waitlist.",
    path: "/admin/waitlists",
    indexed: false,
  });

export default function EntryPage() {
  const { waitlist, entry, confirming, forwardedTo, sendsMail } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const list = `/admin/waitlists/${waitlist.key}`;
  return (
    <>
      <AdminHeader title={<bdi>{entry.name}</bdi>} back={{ to: list, label: `Waitlist: ${waitlist.title}` }} />
      {answer ? null : <Done />}
      {answer?.conflict ? <Conflict differences={differencesOf({ note: "Note" }, entry, answer.conflict)} /> : null}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <div className="with-side even">
        <div className="stacked">
          <section className="panel" aria-label="The entry">
            <EntryFacts entry={entry} forwardedTo={forwardedTo} />
          </section>
          <CorrectEntry
            entry={entry}
            forwardedTo={forwardedTo}
            sendsMail={sendsMail}
            lastResult={answer?.correction ?? undefined}
          />
          {entry.suspected_spam ? <Suspicion /> : null}
        </div>
        <div className="panel">
          <NoteForm
            note={entry.note}
            version={entry.updated_at}
            hint="Only admins can read it."
            lastResult={answer?.result ?? undefined}
          />
        </div>
      </div>
      <RemoveEntry
        entry={entry}
        here={`${list}/${entry.id}`}
        forwardedTo={forwardedTo}
        confirming={confirming === "remove"}
      />
    </>
  );
}

function Suspicion() {
  const { waitlist, entry, confirming, endpoint } = useLoaderData<typeof loader>();
  const here = `/admin/waitlists/${waitlist.key}/${entry.id}`;
  if (confirming !== "clear") {
    return (
      <section className="panel" aria-labelledby="spam">
        <h2 id="spam">Suspected spam</h2>
        <p>
          The hidden field that people leave empty was filled in, so this entry is kept apart and nobody is notified of
          it.
        </p>
        <a href={`${here}?confirm=clear#spam`}>This is not spam …</a>
      </section>
    );
  }
  return (
    <Danger
      id="spam"
      isQuestion
      title={
        <>
          Put <bdi>{entry.name}</bdi> on the waitlist?
        </>
      }
      text={`${endpoint ? `Name and email address are also sent to ${endpoint}, right away. ` : ""}This cannot be undone: after that, the entry can only be removed.`}
    >
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="clear" />
        <Button>Put on the waitlist</Button>
        <a href={here}>Keep as suspected spam</a>
      </form>
    </Danger>
  );
}
