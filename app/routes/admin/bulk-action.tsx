import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import {
  applyBulkAction,
  decisionSchema,
  findBulkAction,
  undoBulkAction,
} from "../../features/attendance/people/bulk-actions.server.ts";
import { AppliedAction, AskedAction, LeftOut } from "../../features/attendance/people/bulk-view.tsx";
import { consequencesOf, verbs } from "../../features/attendance/people/bulk-words.ts";
import { sendsMails } from "../../features/attendance/people/by-hand.server.ts";
import { refusals } from "../../features/attendance/people/person-refusals.ts";
import { endpointHost } from "../../features/attendance/sign-up/waitlist.server.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";

async function find({ params, context }: Pick<LoaderFunctionArgs, "params" | "context">, admin: Admin) {
  const found = await findBulkAction(context, admin, params.action);
  const event = found && found.event_id === params.id ? await findEditedEvent(admin, found.event_id) : null;
  if (!found || !event) throw notFound();
  return { found, event };
}

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const admin = await requireAdmin(context);
  const { found, event } = await find(args, admin);
  const { verb, people, workshops, can_undo_until, undone_at } = found;
  const done = people.filter(({ outcome }) => outcome === "done");
  return {
    found,
    event: { id: event.id, title: event.title },
    consequences: consequencesOf(verb, {
      hasSender: sendsMails(context),
      endpoint: endpointHost(context.env),
      spots: done.reduce((sum, { party }) => sum + (party ?? 1), 0),
      takesReservations: event.takes_reservations,
      areAskedFor: event.admission === "asked",
      workshops,
      unconfirmed: found.unconfirmed,
    }),
    canUndo: can_undo_until !== null && new Date(can_undo_until) > context.now && undone_at === null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const admin = await requireAdmin(context);
  const { event } = await find(args, admin);
  const id = String(args.params.action);
  const here = `/admin/events/${event.id}/people/actions/${id}`;
  const form = await request.formData();
  const refuse = (refused: string, status?: 409) => unprocessable({ refused, result: undefined }, status);
  switch (form.get("intent")) {
    case "apply": {
      const submission = parseWithZod(form, { schema: decisionSchema });
      if (submission.status !== "success") return unprocessable({ refused: null, result: submission.reply() });
      const outcome = await applyBulkAction(context, admin, id, submission.value);
      if (outcome === "gone") throw notFound();
      return outcome === "changed" ? refuse(refusals.changed, 409) : seeOther(here);
    }
    case "undo": {
      const outcome = await undoBulkAction(admin, id);
      if (outcome === "gone") throw notFound();
      const tooLate = "Nothing was changed: the hour in which this could be undone is over.";
      return outcome === "too-late" ? refuse(tooLate, 409) : seeOther(here);
    }
    default:
      return refuse(refusals.unknown);
  }
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `${args.data ? verbs[args.data.found.verb].title : "People"}: ${args.data?.event.title ?? ""}`);

export default function BulkActionPage() {
  const { found, event, consequences, canUndo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const path = `/admin/events/${event.id}/people`;
  return (
    <>
      <AdminHeader title={verbs[found.verb].title} back={{ to: path, label: `People: ${event.title}` }} />
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {found.applied_at ? (
        <AppliedAction action={found} path={path} canUndo={canUndo} />
      ) : (
        <AskedAction
          action={found}
          path={path}
          consequences={consequences}
          lastResult={answer?.result as SubmissionResult<string[]> | undefined}
        />
      )}
      <LeftOut action={found} path={path} />
    </>
  );
}
