import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { seeSignedOut } from "../../admin/signed-out.ts";
import { findPasswordLink, replacePassword } from "../../features/accounts/forgotten-password.server.ts";
import { judgePassword, passwordRefusals } from "../../features/accounts/new-password.server.ts";
import { NewPasswordForm } from "../../features/accounts/new-password-form.tsx";
import { newPasswordSchema } from "../../features/accounts/password.schema.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { answerHeaders, personalHeaders, seeOther, unprocessable } from "../../platform/http.ts";
import type { RouteHandle } from "../../platform/route-handle.ts";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";
import { Notice } from "../../ui/form-messages.tsx";
import { PersonalPage } from "../../ui/personal-page.tsx";

export const handle: RouteHandle = { secretFields: ["next"] };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const link = await findPasswordLink(context, params.token);
  const email = link.state === "open" ? link.email : null;
  return data({ state: link.state, email }, { status: link.state === "nowhere" ? 404 : 200, headers: personalHeaders });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { token = "" } = params;
  const hidden = { hideFields: handle.secretFields };
  const submission = parseWithZod(await request.formData(), { schema: newPasswordSchema });
  const link = await findPasswordLink(context, token);
  if (link.state !== "open") return seeOther(`/admin/new-password/${token}`);
  if (submission.status !== "success") return unprocessable(submission.reply(hidden));
  const { next } = submission.value;
  const refuse = (message: string) => unprocessable(submission.reply({ fieldErrors: { next: [message] }, ...hidden }));
  const { objection, isCompared } = await judgePassword(context, next, link.email);
  if (objection) return refuse(objection);
  try {
    const outcome = await replacePassword(context, link.account, next);
    if (outcome !== "changed") return refuse(passwordRefusals[outcome]);
    return seeSignedOut(`new-password${isCompared ? "" : "-uncompared"}`);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    const message = "Your password could not be changed right now. Please try again in a minute.";
    return unprocessable(submission.reply({ formErrors: [message], ...hidden }), 503);
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction = () => personalMeta("Choose a new password");

export default function NewPassword() {
  return (
    <PersonalPage title="Choose a new password" stars="backbone">
      <div className="sheet grid max-w-112 gap-6">
        <Shown />
      </div>
    </PersonalPage>
  );
}

function Shown() {
  const { state, email } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const another = <a href="/admin/forgotten">Ask for another link</a>;
  if (email)
    return (
      <>
        <p>
          For the account of <strong className="wrap-anywhere">{email}</strong>. You will be signed out everywhere, and
          then sign in with the new password.
        </p>
        <NewPasswordForm
          email={email}
          button={{ label: "Change password", busy: "Changing …" }}
          lastResult={lastResult}
        />
      </>
    );
  if (state === "used")
    return (
      <Notice title="This link has been used." past>
        <a href="/admin/login">Sign in</a> with the password that you chose. If that was not you, {another} at once.
      </Notice>
    );
  return (
    <Notice title="This link does not work." past>
      It is good for one hour and until you ask for a newer one. {another}.
    </Notice>
  );
}
