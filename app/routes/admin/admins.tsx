import { getFormProps } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done } from "../../admin/done.tsx";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { When } from "../../admin/when.tsx";
import { type Account, listAdmins, setAdmin } from "../../features/accounts/accounts.server.ts";
import { addAdminSchema } from "../../features/accounts/add-admin.schema.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { seeOther, unprocessable } from "../../platform/http.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary, Notice } from "../../ui/form-messages.tsx";

const path = "/admin/admins";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const admins = await listAdmins(admin);
  const confirm = new URL(request.url).searchParams.get("confirm");
  return { admins, me: admin.id, leaving: admins.find(({ id }) => id === confirm) ?? null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  return form.get("intent") === "remove" ? remove(admin, String(form.get("id"))) : add(admin, form);
}

/** The question is the page itself: the address must not stand in a URL, which the browser would remember. */
async function add(admin: Admin, form: FormData) {
  const submission = parseWithZod(form, { schema: addAdminSchema });
  const nothing = { asking: null, refused: null };
  if (submission.status !== "success") return unprocessable({ ...nothing, result: submission.reply() });
  if (form.get("intent") === "ask") {
    return { ...nothing, result: submission.reply(), asking: submission.value.email };
  }
  const outcome = await setAdmin(admin, submission.value.email, true);
  // The form may have been sent twice: it is true for both that the account is one now.
  if (outcome === "added" || outcome === "already-admin") return seeOther(`${path}?done=${outcome}`);
  const message = "There is no account with this address. The operator creates one: npm run admin -- add";
  return unprocessable({ ...nothing, result: submission.reply({ fieldErrors: { email: [message] } }) });
}

async function remove(admin: Admin, id: string) {
  const admins = await listAdmins(admin);
  const email = admins.find((each) => each.id === id)?.email;
  const outcome = email ? await setAdmin(admin, email, false) : "not-admin";
  if (outcome === "removed") return seeOther(id === admin.id ? "/admin/login" : `${path}?done=removed`);
  const refused =
    outcome === "last-admin"
      ? "The last admin cannot be removed, because nobody could add a new one. Add another admin first."
      : "This account is no longer an admin.";
  return unprocessable({ result: undefined, asking: null, refused });
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, { title: "Admins", description: "Who can look after this site.", path, indexed: false });

export default function Admins() {
  const { admins, leaving } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Admins"
        note="Admins can change everything and see what visitors sent. Two is a good number; more than five is a lot."
      />
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {leaving && !answer ? <Removal account={leaving} /> : null}
      {answer?.asking ? <Addition email={answer.asking} /> : null}
      <table className="rows">
        <caption className="hint">{admins.length === 1 ? "1 admin" : `${admins.length} admins`}</caption>
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col">Admin since</th>
            <th scope="col">Remove</th>
          </tr>
        </thead>
        <tbody>
          {admins.map((account) => (
            <AdminRow key={account.id} account={account} isLast={admins.length === 1} />
          ))}
        </tbody>
      </table>
      <section className="panel narrow" aria-labelledby="add">
        <h2 id="add">Add an admin</h2>
        <p className="hint">
          The person needs an account here. The operator, who runs the site’s server, creates accounts with{" "}
          <code>npm run admin -- add you@example.org</code>, and a one-time password for anyone who lost theirs with{" "}
          <code>npm run admin -- password you@example.org</code>. No page sends invitations or resets a password.
        </p>
        <AddForm />
      </section>
    </>
  );
}

function AdminRow({ account, isLast }: { account: Account; isLast: boolean }) {
  const { me } = useLoaderData<typeof loader>();
  return (
    <tr>
      <th scope="row">
        {account.email}
        {account.id === me ? " (you)" : null}
      </th>
      <td data-label="Admin since">
        <When at={account.since} />
      </td>
      <td>
        {isLast ? (
          <span className="hint">The last admin cannot be removed</span>
        ) : (
          <a href={`${path}?confirm=${account.id}`}>
            Remove<span className="visually-hidden"> {account.email}</span> …
          </a>
        )}
      </td>
    </tr>
  );
}

function Removal({ account }: { account: Account }) {
  const { me } = useLoaderData<typeof loader>();
  return (
    <Danger
      id="remove"
      isQuestion
      title={`Remove ${account.email}?`}
      text={
        account.id === me ? (
          <>
            <strong>This is you.</strong> You will lose access to this area right away, and only another admin or the
            operator can add you again.
          </>
        ) : (
          "The account will remain, but can no longer use this area."
        )
      }
    >
      <form method="post" action={path} className="actions">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={account.id} />
        <Button className="danger">{account.id === me ? "Remove myself" : "Remove"}</Button>
        <a href={path}>Keep</a>
      </form>
    </Danger>
  );
}

function Addition({ email }: { email: string }) {
  const { admins } = useLoaderData<typeof loader>();
  return (
    <Danger
      id="addition"
      isQuestion
      title={`Add ${email} as an admin?`}
      text={`There will be ${admins.length + 1} admins. Each can change everything, read what visitors sent, and remove the others.`}
    >
      <form method="post" action={path} className="actions">
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="email" value={email} />
        <Button data-busy="Adding …">Add admin</Button>
        <a href={path}>Do not add</a>
      </form>
    </Danger>
  );
}

function AddForm() {
  const answer = useActionData<typeof action>();
  const [form, fields] = useAdminForm<z.input<typeof addAdminSchema>>({
    id: "add-admin",
    lastResult: answer?.result,
    constraint: getZodConstraint(addAdminSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" action={path} className="form">
      <ErrorSummary fields={[fields.email]} />
      <input type="hidden" name="intent" value="ask" />
      <Field field={fields.email} label="Email" type="email" autoComplete="off" />
      <Button>Continue</Button>
    </form>
  );
}
