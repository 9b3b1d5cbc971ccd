import { getFormProps } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Danger } from "../../admin/danger.tsx";
import { seeDone } from "../../admin/done.tsx";
import { requireProof } from "../../admin/proof.server.ts";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { roleNames, roles, roleWords } from "../../admin/roles.ts";
import { HowToInvite } from "../../features/admins/how-to-invite.tsx";
import { invitationSchema } from "../../features/admins/invitations.schema.ts";
import { invite, inviteAgain, withdrawInvitation } from "../../features/admins/invitations.server.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";

const admins = "/admin/admins";
const path = "/admin/admins/invite";

export const handle: RouteHandle = { section: admins };

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const sendsMail = senderOf(context.env) !== null;
  if (sendsMail) requireProof(admin, path);
  return { sendsMail };
}

const refusals = {
  "already-admin": "This person is an admin already",
  "not-now": "You have sent 20 invitations within 24 hours: try again later",
};

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  if (!senderOf(context.env)) throw notFound();
  const form = await request.formData();
  const id = String(form.get("id"));
  if (form.get("intent") === "withdraw") {
    const isWithdrawn = await withdrawInvitation(admin, id);
    return seeDone(admins, isWithdrawn ? "invitation-withdrawn" : "invitation-gone");
  }
  if (form.get("intent") === "again") {
    requireProof(admin, admins);
    const outcome = await inviteAgain(context, admin, id);
    return seeDone(admins, `invitation-${outcome}`);
  }
  requireProof(admin, path);
  const submission = parseWithZod(form, { schema: invitationSchema });
  if (submission.status !== "success") return unprocessable({ asking: null, result: submission.reply() });
  const { email, role } = submission.value;
  // The page itself asks for confirmation: the address must not be in a URL, which the browser would remember.
  if (form.get("intent") === "ask") return { result: submission.reply(), asking: { email, role } };
  const outcome = await invite(context, admin, email, role);
  // The form may have been sent twice; only one email was sent.
  if (outcome === "invited" || outcome === "already-invited") return seeDone(admins, outcome);
  const result = submission.reply({ fieldErrors: { email: [refusals[outcome]] } });
  return unprocessable({ asking: null, result });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Invite an admin");

export default function Invite() {
  const { sendsMail } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader title="Invite an admin" back={{ to: admins, label: "Admins" }} />
      {answer?.asking ? <Question {...answer.asking} /> : null}
      <div className="panel narrow">{sendsMail ? <InviteForm /> : <HowToInvite sendsMail={false} />}</div>
    </>
  );
}

function Question({ email, role }: z.output<typeof invitationSchema>) {
  return (
    <Danger
      id="question"
      isQuestion
      title={`Invite ${email}?`}
      text={`Anyone who receives email at this address can become an ${role}. ${roleWords[role]} The invitation is good for 7 days, and you can take it back until it is accepted.`}
    >
      <form method="post" action={path} className="actions">
        <input type="hidden" name="intent" value="invite" />
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="role" value={role} />
        <Button data-busy="Inviting …">Send the invitation</Button>
        <a href={path}>Do not invite</a>
      </form>
    </Danger>
  );
}

function InviteForm() {
  const answer = useActionData<typeof action>();
  const [form, fields] = useAdminForm<z.input<typeof invitationSchema>>({
    id: "invite",
    lastResult: answer?.result,
    defaultValue: { role: "editor" },
    constraint: getZodConstraint(invitationSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" action={path} className="form">
      <ErrorSummary fields={[fields.email, fields.role]} />
      <input type="hidden" name="intent" value="ask" />
      <Field field={fields.email} label="Email" type="email" autoComplete="off" />
      <SelectField
        field={fields.role}
        label="Role"
        options={roles.map((role) => ({ value: role, label: roleNames[role] }))}
        hint={`${roleWords.editor} ${roleWords.owner}`}
      />
      <Button>Continue</Button>
    </form>
  );
}
