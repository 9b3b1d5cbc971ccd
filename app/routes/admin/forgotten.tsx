import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { forgottenSchema } from "../../features/sign-in/forgotten.schema.ts";
import { askPasswordLink } from "../../features/sign-in/forgotten-password.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { notFound, seeOther, unprocessable, withDone } from "../../platform/request/http.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary, Notice } from "../../ui/form-messages.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

const path = "/admin/forgotten";

export function loader({ context }: LoaderFunctionArgs) {
  return { sendsMail: senderOf(context.env) !== null, isAsked: context.done?.word === "asked" };
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (!senderOf(context.env)) throw notFound();
  const submission = parseWithZod(await request.formData(), { schema: forgottenSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  try {
    await askPasswordLink(context, submission.value.email);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    const message = "We can’t reach our records right now. Please try again in a minute.";
    return unprocessable(submission.reply({ formErrors: [message] }), 503);
  }
  return seeOther(withDone(path, "asked"));
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Forgot your password?");

export default function Forgotten() {
  const { sendsMail } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHeader title="Forgot your password?" lead="For the people who look after this site." stars="backbone" />
      <div className="wrap section">
        <div className="sheet grid max-w-112 gap-6">
          {sendsMail ? <AskForm /> : <AskOperator />}
          <p className="hint">
            <a href="/admin/login">Sign in</a>
          </p>
        </div>
      </div>
    </main>
  );
}

function AskOperator() {
  return (
    <p>
      This site sends no email, so a password cannot be reset on this page. Ask the operator of this website, who can
      make a one-time password for you.
    </p>
  );
}

function AskForm() {
  const { isAsked } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof forgottenSchema>>({
    id: "forgotten",
    lastResult,
    constraint: getZodConstraint(forgottenSchema),
    defaultNoValidate: false,
  });
  return (
    <>
      {isAsked && !lastResult ? (
        <Notice title="If an admin uses this address, an email with a link is on its way.">
          It works for one hour. At most 5 such emails a day go to one address.
        </Notice>
      ) : null}
      <form {...getFormProps(form)} method="post" action={path} className="form">
        <ErrorSummary fields={[fields.email]} formError={form.errors?.[0]} />
        <Field
          field={fields.email}
          label="Email"
          type="email"
          autoComplete="username"
          hint="The address that you sign in with. A link to choose a new password goes there."
        />
        <Button data-busy="Sending …">Send me a link</Button>
      </form>
    </>
  );
}
