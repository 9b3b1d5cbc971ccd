import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { seeDone } from "../../admin/done.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { codeIn, codeSchema, noCode } from "../../features/second-factor/code.schema.ts";
import { CodeFields } from "../../features/second-factor/code-fields.tsx";
import { codeRefusals } from "../../features/second-factor/code-refusals.server.ts";
import { tryCode } from "../../features/second-factor/second-factor.server.ts";
import { giveBack } from "../../features/sign-in/give-back.server.ts";
import { signInLimit } from "../../features/sign-in/sign-in-limit.ts";
import { answerHeaders, redirect, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary, Notice } from "../../ui/form-messages.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

const path = "/admin/code";
const also = ["code"] as const;
const secretFields = ["code", "recovery"];

/** Like the sign-in form, this one may carry the longest form that was interrupted. */
export const handle: RouteHandle = { rateLimit: signInLimit, carriesForm: true, secretFields };

export async function loader({ context }: LoaderFunctionArgs) {
  const { leadsTo, sealed, files } = context.interruption;
  const { email, standing } = await requireAdmin(context, { also });
  if (standing !== "code") throw redirect("/admin");
  return data({ email, isInterrupted: leadsTo !== null, sealed, files }, { status: leadsTo ? 401 : 200 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const carried = form.get("sealed");
  if (typeof carried === "string") context.interruption.sealed = carried;
  const person = await requireAdmin(context, { also });
  if (person.standing !== "code") throw redirect("/admin");
  const hidden = { hideFields: secretFields };
  const submission = parseWithZod(form, { schema: codeSchema });
  if (submission.status !== "success") return unprocessable(submission.reply(hidden));
  const code = codeIn(submission.value);
  if (!code) return unprocessable(submission.reply({ fieldErrors: { code: [noCode] }, ...hidden }));
  const outcome = await tryCode(context, person, code);
  if (outcome === "ended") throw redirect("/admin/login");
  if (outcome === "right") {
    return seeDone("/admin", await giveBack(context, person.id, submission.value.sealed));
  }
  const { text, status, headers } = codeRefusals[outcome];
  return unprocessable(submission.reply({ formErrors: [text], ...hidden }), status, headers);
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Enter your code");

export default function CodePage() {
  const { email, isInterrupted, sealed, files = [] } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof codeSchema>>({
    id: "code",
    lastResult,
    defaultValue: { sealed },
    constraint: getZodConstraint(codeSchema),
    defaultNoValidate: false,
  });
  const carried = fields.sealed.initialValue;
  return (
    <main id="main">
      <PageHeader title="Enter your code" lead="The second step of signing in." stars="backbone" />
      <div className="wrap section">
        <div className="sheet grid max-w-112 gap-6">
          {(isInterrupted || carried) && !form.errors ? (
            <Notice title="Nothing was saved yet." past>
              {carried
                ? "Enter your code within 30 minutes, and the form comes back with what you entered."
                : "Enter your code, then enter it again: it could not be kept."}
              {files.length > 0 ? ` Choose your file again after that: ${files.join(", ")} could not be kept.` : null}
            </Notice>
          ) : null}
          <p className="hint">Your password is right. You are signing in as {email}.</p>
          <form
            {...getFormProps(form)}
            {...(carried ? { encType: "multipart/form-data" } : {})}
            method="post"
            action={path}
            className="form"
          >
            <ErrorSummary fields={[fields.code, fields.recovery]} formError={form.errors?.[0]} />
            <CodeFields fields={fields} />
            {carried ? <input type="hidden" name="sealed" value={carried} /> : null}
            <Button data-busy="Checking …">Continue</Button>
          </form>
          <p className="hint">
            Lost your phone and your recovery codes? An owner of this site, or its operator, can reset your second
            factor.
          </p>
          <form method="post" action="/admin/logout">
            <Button looks={["ghost", "small"]}>Sign out</Button>
          </form>
        </div>
      </div>
    </main>
  );
}
