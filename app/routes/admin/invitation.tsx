import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { seeDone } from "../../admin/done.tsx";
import { roleWords } from "../../admin/roles.ts";
import { seeSignedOut } from "../../admin/signed-out.ts";
import { acceptInvitation, findInvitation } from "../../features/admins/invitations.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { judgePassword, passwordRefusals } from "../../features/sign-in/new-password.server.ts";
import { NewPasswordForm } from "../../features/sign-in/new-password-form.tsx";
import { newPasswordSchema } from "../../features/sign-in/password.schema.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { answerHeaders, personalHeaders, seeOther, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { Notice } from "../../ui/form-messages.tsx";
import { PersonalPage } from "../../ui/personal-page.tsx";
import { useSite } from "../../use-site.ts";

export const handle: RouteHandle = { secretFields: ["next"] };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await findInvitation(context, params.token);
  const { email, role, invited_by: inviter, expires_at: expiresAt } = found.state === "open" ? found : {};
  const open = email && role && inviter && expiresAt ? { email, role, inviter, expiresAt } : null;
  return data(
    { state: found.state, open },
    { status: found.state === "nowhere" ? 404 : 200, headers: personalHeaders },
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { token = "" } = params;
  const hidden = { hideFields: handle.secretFields };
  const submission = parseWithZod(await request.formData(), { schema: newPasswordSchema });
  const invitation = await findInvitation(context, token);
  if (invitation.state !== "open") return seeOther(`/admin/invitation/${token}`);
  if (submission.status !== "success") return unprocessable(submission.reply(hidden));
  const { next } = submission.value;
  const { objection, isCompared } = await judgePassword(context, next, invitation.email);
  const refuse = (message: string) => unprocessable(submission.reply({ fieldErrors: { next: [message] }, ...hidden }));
  if (objection) return refuse(objection);
  try {
    const outcome = await acceptInvitation(context, token, invitation, next);
    const compared = isCompared ? "" : "-uncompared";
    switch (outcome) {
      case "signed-in":
        return seeDone("/admin", `accepted${compared}`);
      case "accepted":
        return seeSignedOut(`accepted${compared}`);
      case "closed":
        return seeOther(`/admin/invitation/${token}`);
      default:
        return refuse(passwordRefusals[outcome]);
    }
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    const message = "The invitation could not be accepted right now. Please try again in a minute.";
    return unprocessable(submission.reply({ formErrors: [message], ...hidden }), 503);
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your invitation");

export default function InvitationPage() {
  const { name } = useSite();
  const { open } = useLoaderData<typeof loader>();
  const lead = open ? `To help run the website of the ${name}` : null;
  return (
    <PersonalPage title="Your invitation" lead={lead} stars="backbone">
      <div className="sheet grid max-w-112 gap-6">
        <Shown />
      </div>
    </PersonalPage>
  );
}

function Shown() {
  const { state, open } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const signIn = <a href="/admin/login">Sign in</a>;
  if (open)
    return (
      <>
        <p>
          <strong className="wrap-anywhere">{open.inviter}</strong> invites{" "}
          <strong className="wrap-anywhere">{open.email}</strong> as an {open.role}. {roleWords[open.role]}
        </p>
        <p className="hint">
          Choose a password to accept. The invitation is good until {momentText(open.expiresAt)}. If you have an account
          with this address already, its password is replaced by this one.
        </p>
        <NewPasswordForm email={open.email} button={{ label: "Accept", busy: "Accepting …" }} lastResult={lastResult} />
      </>
    );
  switch (state) {
    case "accepted":
      return <Notice title="This invitation has been accepted.">{signIn} with the password that you chose.</Notice>;
    case "already-admin":
      return <Notice title="You are an admin already.">{signIn} with your password.</Notice>;
    case "expired":
      return (
        <Notice title="This invitation has run out." past>
          It was good for 7 days. Ask the person who invited you to send it again.
        </Notice>
      );
    case "withdrawn":
      return (
        <Notice title="This invitation was taken back." past>
          Ask the person who invited you for another one.
        </Notice>
      );
    default:
      return <p>No invitation belongs to this link. If it came by email, check that the link is complete.</p>;
  }
}
