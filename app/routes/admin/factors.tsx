import { getFormProps } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { requireProof } from "../../admin/proof.server.ts";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { When } from "../../admin/when.tsx";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import {
  type FactorAccount,
  listFactors,
  requireFactors,
  resetFactor,
} from "../../features/second-factor/factors-of-others.server.ts";
import { resetFactorSchema } from "../../features/second-factor/reset-factor.schema.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";

const path = "/admin/admins/factors";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const { accounts, requiredAt } = await listFactors(admin);
  const reset = new URL(request.url).searchParams.get("reset");
  const losing = accounts.find(({ id, since }) => id === reset && id !== admin.id && since !== null) ?? null;
  if (losing) requireProof(admin, `${path}?reset=${losing.id}`);
  return {
    accounts,
    requiredAt,
    me: admin.id,
    hasFactor: admin.hasFactor,
    losing,
    sendsMail: senderOf(context.env) !== null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const intent = form.get("intent");
  requireProof(admin, path);
  if (intent === "require" || intent === "leave-open") {
    return seeDone(path, `factor-${await requireFactors(admin, intent === "require")}`);
  }
  const { accounts } = await listFactors(admin);
  const account = accounts.find(({ id }) => id === form.get("id"));
  if (intent !== "reset" || !account || account.id === admin.id) throw notFound();
  const submission = parseWithZod(form, { schema: resetFactorSchema });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), losing: account });
  await resetFactor(context, admin, account.id, submission.value.reason);
  return seeDone(path, senderOf(context.env) ? "factor-reset" : "factor-reset-untold");
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Second factors");

export default function FactorsPage() {
  const { accounts, losing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const asked = answer?.losing ?? losing;
  return (
    <>
      <AdminHeader
        title="Second factors"
        note="An admin who has one needs the password and a code from a phone to sign in."
      />
      {answer ? null : <Done />}
      {asked ? <Reset account={asked} /> : null}
      <Requirement />
      <table className="rows">
        <caption className="hint">{pluralize(accounts.length, "admin")}</caption>
        <ColumnHeads names={["Email", "Second factor", "Recovery codes left", "Reset"]} />
        <tbody>
          {accounts.map((account) => (
            <FactorRow key={account.id} account={account} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function FactorRow({ account: { id, email, since, codesLeft } }: { account: FactorAccount }) {
  const { me } = useLoaderData<typeof loader>();
  return (
    <tr>
      <th scope="row">
        {email}
        {id === me ? " (you)" : null}
      </th>
      <td data-label="Second factor">
        {since ? (
          <>
            On since <When at={since} />
          </>
        ) : (
          "Off"
        )}
      </td>
      <td data-label="Recovery codes left">{since ? codesLeft : "–"}</td>
      <td>
        {since && id !== me ? (
          <a href={`${path}?reset=${id}`}>
            Reset<span className="visually-hidden"> that of {email}</span> …
          </a>
        ) : null}
      </td>
    </tr>
  );
}

function Requirement() {
  const { requiredAt, hasFactor } = useLoaderData<typeof loader>();
  return (
    <section className="panel narrow" aria-labelledby="requirement">
      <h2 id="requirement">Require a second factor</h2>
      {requiredAt ? (
        <p>
          Required since <When at={requiredAt} />. Each admin has 7 days from then, or from the first sign-in; after
          that only the account page opens.
        </p>
      ) : (
        <p>It is up to each admin. If you require it, everyone has 7 days to set it up.</p>
      )}
      {requiredAt || hasFactor ? (
        <form method="post" action={path}>
          <input type="hidden" name="intent" value={requiredAt ? "leave-open" : "require"} />
          <Button looks={requiredAt ? ["ghost"] : []}>{requiredAt ? "No longer require it" : "Require it"}</Button>
        </form>
      ) : (
        <p className="hint">
          <a href="/admin/account/factor">Set up your own</a> first.
        </p>
      )}
    </section>
  );
}

function Reset({ account }: { account: FactorAccount }) {
  const { sendsMail } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useAdminForm<z.input<typeof resetFactorSchema>>({
    id: "reset-factor",
    lastResult: answer?.result,
    constraint: getZodConstraint(resetFactorSchema),
  });
  return (
    <Danger
      id="reset"
      isQuestion
      title={`Reset the second factor of ${account.email}?`}
      text={`Make sure that it is really this person who asks. The password alone signs in then, and all its sessions end. ${sendsMail ? "An email says so." : "This site sends no email: tell them yourself."} Only this person can set up a new one.`}
    >
      <form {...getFormProps(form)} method="post" action={path} className="form">
        <ErrorSummary fields={[fields.reason]} />
        <input type="hidden" name="intent" value="reset" />
        <input type="hidden" name="id" value={account.id} />
        <Field field={fields.reason} label="Reason" hint="For the log, such as “lost the phone, asked me in person”." />
        <div className="actions">
          <Button className="danger">Reset</Button>
          <a href={path}>Keep</a>
        </div>
      </form>
    </Danger>
  );
}
