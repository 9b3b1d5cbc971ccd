import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { requireProof } from "../../admin/proof.server.ts";
import { seeSignedOut } from "../../admin/signed-out.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { SecondFactorPanel } from "../../features/second-factor/second-factor-panel.tsx";
import { AccountField } from "../../features/sign-in/account-field.tsx";
import { judgePassword, passwordRefusals } from "../../features/sign-in/new-password.server.ts";
import { NewPasswordField } from "../../features/sign-in/new-password-form.tsx";
import { passwordSchema } from "../../features/sign-in/password.schema.ts";
import { changePassword } from "../../features/sign-in/password.server.ts";
import { SessionList } from "../../features/sign-in/session-list.tsx";
import { endedBy } from "../../features/sign-in/sessions.schema.ts";
import { endSessions, type ListedSession, listSessions } from "../../features/sign-in/sessions.server.ts";
import { tooManyAttempts } from "../../features/sign-in/too-many-attempts.ts";
import { answerHeaders, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary, Notice } from "../../ui/form-messages.tsx";

const path = "/admin/account";
const also = ["password", "factor"] as const;

export const handle: RouteHandle = { secretFields: ["current", "next"] };

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context, { also });
  const { email, standing, hasFactor, isProved } = admin;
  return {
    email,
    isProved: isProved || !hasFactor,
    isNew: standing === "password",
    hasFactor,
    isFactorDue: standing === "factor",
    sendsMail: senderOf(context.env) !== null,
    sessions: standing === "password" ? null : await listSessions(admin, admin.id),
  };
}

const hidden = { hideFields: handle.secretFields };
const another = "Choose a password other than your current one";

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, { also });
  const form = await request.formData();
  if (form.get("intent") === "sign-out-everywhere") {
    await context.signIn.endEverywhere();
    return seeSignedOut("signed-out-everywhere");
  }
  const ending = endedBy(form);
  if (ending) {
    requireProof(admin, path);
    const ended = await endSessions(admin, admin.id, ending.session);
    return seeDone(path, ended > 0 ? "sessions-ended" : "no-session");
  }
  const submission = parseWithZod(form, { schema: passwordSchema });
  if (submission.status !== "success") return unprocessable(submission.reply(hidden));
  const { current, next } = submission.value;
  const refuse = (field: "current" | "next", message: string) =>
    unprocessable(submission.reply({ fieldErrors: { [field]: [message] }, ...hidden }));
  const fail = (message: string, status: 429 | 503, headers?: Record<string, string>) =>
    unprocessable(submission.reply({ formErrors: [message], ...hidden }), status, headers);
  if (admin.hasFactor) requireProof(admin, path);
  if (next === current) return refuse("next", another);
  const { objection, isCompared } = await judgePassword(context, next, admin.email);
  if (objection) return refuse("next", objection);
  const outcome = await changePassword(context, admin, current, next);
  switch (outcome) {
    case "changed":
      return seeDone(path, `password${isCompared ? "" : "-uncompared"}`);
    case "wrong-current":
      return refuse("current", "This is not your current password");
    case "same":
      return refuse("next", another);
    case "weak":
    case "not-accepted":
      return refuse("next", passwordRefusals[outcome]);
    case "too-many":
      return fail(tooManyAttempts.text, 429, tooManyAttempts.headers);
    case "changed-here":
      return fail("Your password was changed. Sign out everywhere below, so that every other session ends too.", 503);
    case "unavailable":
      return fail("Your password could not be changed right now. Please try again in a minute.", 503);
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Account");

export default function AccountPage() {
  const { email, isProved, isNew, hasFactor, isFactorDue, sessions, sendsMail } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof passwordSchema>>({
    id: "password",
    lastResult,
    constraint: getZodConstraint(passwordSchema),
    defaultNoValidate: false,
  });
  return (
    <>
      <AdminHeader title="Account" note={<>You are signed in as {email}.</>} />
      {lastResult ? null : <Done />}
      {isNew ? (
        <Notice title="Choose your own password">
          The password you were given opens only this page. Once you have changed it, you can use the whole admin area.
        </Notice>
      ) : null}
      <section className="panel narrow" aria-labelledby="change">
        <h2 id="change">Change your password</h2>
        <p className="hint">You will stay signed in here and be signed out everywhere else.</p>
        {isProved ? (
          <form {...getFormProps(form)} method="post" className="form">
            <ErrorSummary fields={[fields.current, fields.next]} formError={form.errors?.[0]} />
            <AccountField email={email} formId={form.id} />
            <Field field={fields.current} label="Current password" type="password" autoComplete="current-password" />
            <NewPasswordField field={fields.next} label="New password" />
            <Button data-busy="Changing …">Change password</Button>
          </form>
        ) : isNew ? (
          <p>You signed in some time ago. To choose a password, log out and sign in again.</p>
        ) : (
          <ButtonLink href={`/admin/proof?to=${path}`} looks={["ghost"]}>
            Confirm with a code that it is you …
          </ButtonLink>
        )}
      </section>
      {isNew ? null : <SecondFactorPanel hasFactor={hasFactor} isDue={isFactorDue} />}
      {sessions ? <Sessions sessions={sessions} /> : null}
      <section className="panel narrow" aria-labelledby="address">
        <h2 id="address">Your email address</h2>
        <p className="hint">
          You sign in with {email}.
          {sendsMail ? "" : " This site sends no email, so the address cannot be changed from here."}
        </p>
        {sendsMail && !isNew && !isFactorDue ? (
          <ButtonLink href="/admin/account/address" looks={["ghost"]}>
            Change your email address …
          </ButtonLink>
        ) : null}
      </section>
      <section className="panel narrow" aria-labelledby="everywhere">
        <h2 id="everywhere">Sign out everywhere</h2>
        <p className="hint">
          Ends every session of this account on all devices, including this one. Logout ends only this one.
        </p>
        <form method="post" className="form">
          <input type="hidden" name="intent" value="sign-out-everywhere" />
          <Button looks={["ghost"]} data-busy="Signing out …">
            Sign out everywhere
          </Button>
        </form>
      </section>
    </>
  );
}

function Sessions({ sessions }: { sessions: ListedSession[] }) {
  return (
    <section className="panel" aria-labelledby="sessions">
      <h2 id="sessions">Your sessions</h2>
      <p className="hint">
        Where this account is signed in. End any that you don’t recognize, and then change your password.
      </p>
      <SessionList sessions={sessions} action={path} />
    </section>
  );
}
