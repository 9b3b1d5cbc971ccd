import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { seeSignedOut } from "../../admin/signed-out.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { findPasswordLink, replacePassword } from "../../features/sign-in/forgotten-password.server.ts";
import { judgePassword, passwordRefusals } from "../../features/sign-in/new-password.server.ts";
import { NewPasswordForm } from "../../features/sign-in/new-password-form.tsx";
import { newPasswordSchema } from "../../features/sign-in/password.schema.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { answerHeaders, personalHeaders, seeOther, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
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

export const meta: MetaFunction = (args) => personalMeta(args, "Choose a new password");

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
        <a href="/admin/login">Sign in</a> with the password that you chose. If that was not you,{" "}
        <a href="/admin/forgotten">ask for another link</a> at once.
      </Notice>
    );
  return (
    <Notice title="This link does not work." past>
      It is good for one hour, and until a password is changed. <a href="/admin/forgotten">Ask for another link</a>.
    </Notice>
  );
}
