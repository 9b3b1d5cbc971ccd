import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty } from "../../admin/empty.tsx";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { namedLinkSchema, queryOf } from "../../features/attendance/named-links/named-link.schema.ts";
import { NamedLinkTable } from "../../features/attendance/named-links/named-link-table.tsx";
import {
  addNamedLink,
  deleteNamedLink,
  listNamedLinks,
} from "../../features/attendance/named-links/named-links.server.ts";
import { sendsMails } from "../../features/attendance/people/by-hand.server.ts";
import { publicPathOf } from "../../features/events/event/event.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { drawQrCode } from "../../ui/qr-code.tsx";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const links = (await listNamedLinks(admin, event.id)).map((link) => {
    const address = context.origin + publicPathOf(event) + queryOf(link.slug);
    return { ...link, address, drawing: drawQrCode(address) };
  });
  return { event, links, confirms: sendsMails(context) };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const here = `/admin/events/${event.id}/links`;
  const form = await request.formData();
  if (form.get("intent") === "delete") {
    await deleteNamedLink(admin, event.id, String(form.get("id")));
    return seeDone(here, "deleted");
  }
  const submission = parseWithZod(form, { schema: namedLinkSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  if ((await addNamedLink(admin, event.id, submission.value.name)) === "added") return seeDone(here, "added");
  return unprocessable(submission.reply({ fieldErrors: { name: ["This event has a link with this name already"] } }));
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, `Links: ${args.data?.event.title ?? ""}`);

export default function EventLinks() {
  const { event, links, confirms } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  const named = links.reduce((sum, { sign_ups }) => sum + sign_ups, 0);
  return (
    <>
      <AdminHeader
        title="Links and flyers"
        back={{ to: `/admin/events/${event.id}`, label: event.title }}
        note="Give each flyer, post or partner a link of its own, and see how many people signed up by it. Only sign-ups are counted, never visits."
      >
        <a href={`/admin/events/${event.id}/flyer`}>Flyer to print</a>
        {event.meets === "online" ? null : <a href={`/admin/events/${event.id}/sign`}>Sign for the door</a>}
      </AdminHeader>
      {failed ? null : <Done />}
      {links.length > 0 ? (
        <>
          <NamedLinkTable path={`/admin/events/${event.id}`} links={links} confirms={confirms} />
          <p className="hint">
            {event.waiting > 0 ? (
              <>
                {numberText(named)} of the {pluralize(event.waiting, "person", "people")} on the list now came by these
                links.{" "}
              </>
            ) : null}
            A deleted link still leads to the page. Add its name again, and its number is back.
          </p>
        </>
      ) : (
        <Empty title="No link has a name yet">
          Name a link after the place where people find it, such as “Library flyer”: you get the link and its QR code.
        </Empty>
      )}
      <section className="panel narrow" aria-labelledby="add">
        <h2 id="add">Add a link</h2>
        <NameForm lastResult={failed} />
      </section>
    </>
  );
}

function NameForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const [form, fields] = useAdminForm<z.input<typeof namedLinkSchema>>({
    id: "link",
    lastResult,
    constraint: getZodConstraint(namedLinkSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.name]} />
      <Field
        field={fields.name}
        label="Name"
        autoComplete="off"
        hint="Where people find it. Visitors see its letters and digits in the link."
      />
      <Button data-busy="Adding …">Add link</Button>
    </form>
  );
}
