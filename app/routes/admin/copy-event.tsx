import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { copySchema } from "../../features/events/form/copy-event.schema.ts";
import { CopyEvent, WhatIsCopied } from "../../features/events/form/copy-event.tsx";
import { copyEvent, findEditedEvent, listWorkshops } from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  return { event, workshops: await listWorkshops(admin, event.id) };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const submission = parseWithZod(await request.formData(), { schema: copySchema(event.date_precision) });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const answer = await copyEvent(admin, event.id, submission.value);
  switch (answer.outcome) {
    case "copied":
      return seeDone(`/admin/events/${answer.id}`, "copied");
    case "key-taken":
      return unprocessable(submission.reply({ fieldErrors: { key: ["Another event has this key"] } }));
    case "not-found":
      throw notFound();
  }
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Next edition: ${args.data?.event.title ?? ""}`);

export default function CopyEventPage() {
  const { event, workshops } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="Copy into the next edition"
        back={{ to: `/admin/events/${event.id}`, label: event.title }}
        note={
          event.series_id
            ? "The copy is a draft of the same series."
            : "The copy is a draft. This event and its copy become editions of a series with this title, whose page visitors can open once one of them is published."
        }
      />
      <section className="panel form-panel" aria-label="What is copied">
        <WhatIsCopied event={event} workshops={workshops} />
      </section>
      <section className="panel form-panel" aria-label="The next edition">
        <CopyEvent event={event} lastResult={useActionData<typeof action>()} />
      </section>
    </>
  );
}
