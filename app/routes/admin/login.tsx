import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { signedInPerson } from "../../admin/admin.server.ts";
import { seeDone } from "../../admin/done.tsx";
import { signedOutWords } from "../../admin/signed-out.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { giveBack } from "../../features/sign-in/give-back.server.ts";
import { signInSchema } from "../../features/sign-in/sign-in.schema.ts";
import { signIn } from "../../features/sign-in/sign-in.server.ts";
import { signInLimit } from "../../features/sign-in/sign-in-limit.ts";
import { tooManyAttempts } from "../../features/sign-in/too-many-attempts.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { answerHeaders, redirect, seeOther, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary, Notice, Toast } from "../../ui/form-messages.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

/** The sign-in form may carry the longest form that was interrupted: 170 KiB, sealed. */
export const handle: RouteHandle = { rateLimit: signInLimit, carriesForm: true, secretFields: ["password"] };

const readOnlyText =
  "Nobody can sign in right now: the database is read-only, as Supabase makes it when it is full. The operator of this site " +
  "makes room in it or takes a larger plan (docs/operate.md, “The database is full”). Then signing in works again.";

const noSession = {
  member: null as string | null,
  signedOut: null as string | null,
  isInterrupted: true,
  sealed: undefined as string | undefined,
  files: undefined as string[] | undefined,
  isUnavailable: false,
};

export async function loader({ context }: LoaderFunctionArgs) {
  const signedOut = signedOutWords(context.done?.word);
  const { leadsTo, sealed, files } = context.interruption;
  if (leadsTo) return data({ ...noSession, sealed, files }, { status: 401 });
  try {
    const person = await signedInPerson(context);
    if (person && person.standing !== "member") throw redirect("/admin");
    return data({ ...noSession, member: person?.email ?? null, signedOut, isInterrupted: false });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return data({ ...noSession, signedOut, isInterrupted: false, isUnavailable: true }, { status: 503 });
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: signInSchema });
  const hidden = { hideFields: ["password"] };
  if (submission.status !== "success") return unprocessable(submission.reply(hidden));
  const outcome = await signIn(context, submission.value.email, submission.value.password);
  const refuse = (message: string, status: 401 | 429 | 503, headers?: Record<string, string>) =>
    unprocessable(submission.reply({ formErrors: [message], ...hidden }), status, headers);
  switch (outcome.kind) {
    case "admin":
      return seeDone("/admin", await giveBack(context, outcome.userId, submission.value.sealed));
    case "code":
      if (submission.value.sealed) {
        context.interruption.leadsTo = "/admin/code";
        context.interruption.sealed = submission.value.sealed;
      }
      return seeOther("/admin/code");
    case "member":
      return seeOther("/admin/login");
    case "refused":
      return refuse(outcome.message, 401);
    case "too-many":
      return refuse(tooManyAttempts.text, 429, tooManyAttempts.headers);
    case "read-only":
      return refuse(readOnlyText, 503);
    case "unavailable":
      return refuse("Failed to sign in", 503);
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Sign in");

export default function SignIn() {
  const { member, signedOut, isUnavailable, isInterrupted, sealed, files = [] } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof signInSchema>>({
    id: "sign-in",
    lastResult,
    defaultValue: { sealed },
    constraint: getZodConstraint(signInSchema),
    defaultNoValidate: false,
  });
  const failure = form.errors?.[0];
  const carried = fields.sealed.initialValue;
  return (
    <main id="main">
      <PageHeader title="Sign in" lead="For the people who look after this site." stars="backbone" />
      <div className="wrap section">
        <div className="sheet grid max-w-112 gap-6" id="sign-in-region">
          {signedOut && !lastResult ? <Notice title={signedOut} /> : null}
          {isUnavailable && !lastResult ? (
            <Notice bad title="Signing in does not work right now">
              We can’t reach our records right now. Please try again in a minute.
            </Notice>
          ) : null}
          {(isInterrupted || carried) && !failure ? <Interrupted isKept={Boolean(carried)} files={files} /> : null}
          {member ? <Member email={member} /> : null}
          <form
            {...getFormProps(form)}
            {...(carried ? whole : exchanged)}
            method="post"
            action="/admin/login"
            className="form"
          >
            <ErrorSummary fields={[fields.email, fields.password]} formError={failure} />
            <Field field={fields.email} label="Email" type="email" autoComplete="username" />
            <Field field={fields.password} label="Password" type="password" autoComplete="current-password" />
            {carried ? <input type="hidden" name="sealed" value={carried} /> : null}
            <Button data-busy="Signing in...">Sign In</Button>
          </form>
          <p className="hint">
            <a href="/admin/forgotten">Forgot your password?</a>
          </p>
          {failure ? (
            <div className="toasts">
              <Toast bad title={failure} />
            </div>
          ) : null}
        </div>
      </div>
    </main>
  );
}

const exchanged = { "data-region": "sign-in-region", "data-error": "Failed to sign in" };
/** The response is another page, and the form is too long for percent-encoding. */
const whole = { encType: "multipart/form-data" };

function Interrupted({ isKept, files }: { isKept: boolean; files: string[] }) {
  return (
    <Notice title="Your session has ended, so nothing was saved." past>
      {isKept
        ? "Sign in within 30 minutes, and the form comes back with what you entered."
        : "Sign in, then enter it again: it could not be kept."}
      {files.length > 0 ? ` Choose your file again after that: ${files.join(", ")} could not be kept.` : null}
    </Notice>
  );
}

function Member({ email }: { email: string }) {
  return (
    <div className="notice" role="status">
      <p>Signed in as {email}. This account is not an admin.</p>
      <form method="post" action="/admin/logout" className="mt-3">
        <Button looks={["ghost", "small"]}>Sign out</Button>
      </form>
    </div>
  );
}
