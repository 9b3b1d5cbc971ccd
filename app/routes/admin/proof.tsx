import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { targetOf } from "../../admin/proof.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { codeIn, noCode, proofSchema } from "../../features/second-factor/code.schema.ts";
import { CodeFields } from "../../features/second-factor/code-fields.tsx";
import { codeRefusals } from "../../features/second-factor/code-refusals.server.ts";
import { prove } from "../../features/second-factor/prove.server.ts";
import { AccountField } from "../../features/sign-in/account-field.tsx";
import { signInLimit } from "../../features/sign-in/sign-in-limit.ts";
import { tooManyAttempts } from "../../features/sign-in/too-many-attempts.ts";
import { answerHeaders, redirect, seeOther, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";

const also = ["factor"] as const;
const secretFields = ["password", "code", "recovery"];

export const handle: RouteHandle = { rateLimit: signInLimit, secretFields };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email, hasFactor } = await requireAdmin(context, { also });
  return { email, hasFactor, to: targetOf(new URL(request.url).searchParams.get("to")) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requireAdmin(context, { also });
  const hidden = { hideFields: secretFields };
  const submission = parseWithZod(await request.formData(), { schema: proofSchema });
  if (submission.status !== "success") return unprocessable(submission.reply(hidden));
  const code = person.hasFactor ? codeIn(submission.value) : null;
  if (person.hasFactor && !code) return unprocessable(submission.reply({ fieldErrors: { code: [noCode] }, ...hidden }));
  const outcome = await prove(context, person, submission.value.password, code);
  switch (outcome) {
    case "right":
      return seeOther(targetOf(new URL(request.url).searchParams.get("to")));
    case "ended":
      throw redirect("/admin/login");
    case "wrong-password":
      return unprocessable(
        submission.reply({ fieldErrors: { password: ["This is not your password"] }, ...hidden }),
        401,
      );
    case "too-many-passwords":
      return unprocessable(
        submission.reply({ formErrors: [tooManyAttempts.text], ...hidden }),
        429,
        tooManyAttempts.headers,
      );
    default: {
      const { text, status, headers } = codeRefusals[outcome];
      return unprocessable(submission.reply({ formErrors: [text], ...hidden }), status, headers);
    }
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Confirm that it is you");

export default function ProofPage() {
  const { email, hasFactor, to } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof proofSchema>>({
    id: "proof",
    lastResult,
    constraint: getZodConstraint(proofSchema),
    defaultNoValidate: false,
  });
  return (
    <>
      <AdminHeader
        title="Confirm that it is you"
        note="What you are about to do needs your password. We won’t ask again for 10 minutes."
      />
      <section className="panel narrow">
        <form {...getFormProps(form)} method="post" className="form">
          <ErrorSummary fields={[fields.password, fields.code, fields.recovery]} formError={form.errors?.[0]} />
          <AccountField email={email} formId={form.id} />
          <Field field={fields.password} label="Password" type="password" autoComplete="current-password" />
          {hasFactor ? <CodeFields fields={fields} /> : null}
          <div className="actions">
            <Button data-busy="Checking …">Continue</Button>
            <a href={to === "/admin/account/factor" ? "/admin/account" : "/admin"}>Cancel</a>
          </div>
        </form>
      </section>
    </>
  );
}
