import { getFormProps } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { joinLinkSchema } from "../../features/attendance/reservations/join-link.schema.ts";
import { findJoinLink, setJoinLink } from "../../features/attendance/reservations/join-link.server.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";

async function find(admin: Admin, id = "") {
  const event = await findEditedEvent(admin, id);
  if (!event || event.meets === "room") throw notFound();
  return event;
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await find(admin, params.id);
  return { event, link: await findJoinLink(admin, event.id), sendsMail: senderOf(context.env) !== null };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const submission = parseWithZod(await request.formData(), { schema: joinLinkSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const event = await find(admin, params.id);
  const outcome = await setJoinLink(context, admin, event.id, submission.value.url);
  if (outcome === "not-online") throw notFound();
  return seeDone(`/admin/events/${event.id}/join-link`, outcome === "replaced" ? "link-replaced" : "saved");
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Join link of ${args.data?.event.title ?? "an event"}`);

export default function JoinLinkPage() {
  const { event, link, sendsMail } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useAdminForm<z.input<typeof joinLinkSchema>>({
    id: "join-link",
    lastResult,
    defaultValue: { url: link.url ?? undefined },
    constraint: getZodConstraint(joinLinkSchema),
  });
  const spot = event.meets === "both" ? "spot online" : "spot";
  const people = pluralize(link.people, "person who has reserved sees", "people who have reserved see");
  return (
    <>
      <AdminHeader title="Join link" back={{ to: `/admin/events/${event.id}`, label: event.title }} />
      {lastResult ? null : <Done />}
      <section className="panel form-panel" aria-label="The link">
        <p>
          {sendsMail
            ? `Only people with a confirmed ${spot} see it: on their page and in their calendar file${event.date_precision === "exact" ? ", and in an email an hour before the event starts" : ""}. `
            : `This site sends no email, so nobody sees this link: send it to the people ${event.takes_reservations ? "with a spot" : "who take part"} yourself. `}
          {event.takes_reservations
            ? sendsMail && link.url
              ? `${people} it now.`
              : null
            : "This event takes no reservations on this site."}
        </p>
        <form {...getFormProps(form)} method="post" className="form">
          <ErrorSummary fields={[fields.url]} formError={form.errors?.[0]} />
          <Field
            field={fields.url}
            label="Link to join"
            type="url"
            hint={
              link.url && sendsMail
                ? `If it leaked, replace it: everyone with a confirmed ${spot} gets the new one by email at once.`
                : "Starts with https://"
            }
          />
          <Button data-busy="Saving …">{link.url ? "Replace the link" : "Save"}</Button>
        </form>
      </section>
    </>
  );
}
