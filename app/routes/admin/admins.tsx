import { getFormProps } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { type Person, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { isId } from "../../admin/list-page.server.ts";
import { requireProof } from "../../admin/proof.server.ts";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { roleNames, roles, roleWords } from "../../admin/roles.ts";
import {
  addAdmin,
  endMadeLinks,
  listAdmins,
  listMadeLinks,
  removeAdmin,
  setRole,
} from "../../features/admins/accounts.server.ts";
import { addAdminSchema } from "../../features/admins/add-admin.schema.ts";
import { AdminTable } from "../../features/admins/admin-table.tsx";
import { HowToInvite } from "../../features/admins/how-to-invite.tsx";
import { InvitationList } from "../../features/admins/invitation-list.tsx";
import { listInvitations } from "../../features/admins/invitations.server.ts";
import { MadeLinks } from "../../features/admins/made-links.tsx";
import { roleSchema } from "../../features/admins/role.schema.ts";
import { RemovalQuestion, RoleQuestion } from "../../features/admins/role-question.tsx";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { seeOther, unprocessable } from "../../platform/request/http.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary, Notice } from "../../ui/form-messages.tsx";

const path = "/admin/admins";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [admins, invitations] = await Promise.all([listAdmins(admin), listInvitations(admin)]);
  const asked = new URL(request.url).searchParams;
  const named = (name: string) => admins.find(({ id }) => id === asked.get(name)) ?? null;
  const [leaving, changing] = [named("confirm"), named("change")];
  if (leaving) requireProof(admin, `${path}?confirm=${leaving.id}`);
  if (changing) requireProof(admin, `${path}?change=${changing.id}`);
  const left = asked.get("left") ?? undefined;
  const links = isId(left) ? { id: left, made: await listMadeLinks(admin, left) } : null;
  return { admins, invitations, sendsMail: senderOf(context.env) !== null, me: admin.id, leaving, changing, links };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  requireProof(admin, path);
  const form = await request.formData();
  switch (form.get("intent")) {
    case "remove":
      return remove(admin, String(form.get("id")));
    case "end-links": {
      const id = String(form.get("id"));
      if (!isId(id)) return unprocessable({ ...nothing, refused: refusals["not-admin"] });
      await endMadeLinks(admin, id);
      return seeDone(path, "links-ended");
    }
    case "role":
      return changeRole(admin, form);
    default:
      return add(admin, form);
  }
}

const nothing = { result: undefined, asking: null, refused: null };

/** The page itself asks for confirmation: the address must not be in a URL, which the browser would remember. */
async function add(admin: Person, form: FormData) {
  const submission = parseWithZod(form, { schema: addAdminSchema });
  if (submission.status !== "success") return unprocessable({ ...nothing, result: submission.reply() });
  const { email, role } = submission.value;
  if (form.get("intent") === "ask") return { ...nothing, result: submission.reply(), asking: submission.value };
  const outcome = await addAdmin(admin, email, role);
  // The form may have been sent twice; either way the account is an admin now.
  if (outcome !== "no-account") return seeDone(path, outcome);
  const message = "There is no account with this address. The operator creates one: npm run admin -- add";
  return unprocessable({ ...nothing, result: submission.reply({ fieldErrors: { email: [message] } }) });
}

const refusals = {
  "last-owner":
    "The last owner cannot be removed or made an editor, because nobody could add a new one. Make another admin an owner first.",
  "not-admin": "This account is no longer an admin.",
};

async function remove(admin: Person, id: string) {
  const account = (await listAdmins(admin)).find((each) => each.id === id);
  const outcome = account ? await removeAdmin(admin, account) : "not-admin";
  if (outcome === "removed") {
    if (id === admin.id) return seeOther("/admin/login");
    const links = await listMadeLinks(admin, id);
    return seeDone(links.length > 0 ? `${path}?left=${id}` : path, "removed");
  }
  return unprocessable({ ...nothing, refused: refusals[outcome] });
}

async function changeRole(admin: Person, form: FormData) {
  const submission = parseWithZod(form, { schema: roleSchema });
  const account = (await listAdmins(admin)).find(({ id }) => id === form.get("id"));
  if (submission.status !== "success") return unprocessable({ ...nothing, refused: "Choose one of the two roles." });
  const outcome = account ? await setRole(admin, account, submission.value.role) : "not-admin";
  if (outcome === "last-owner" || outcome === "not-admin")
    return unprocessable({ ...nothing, refused: refusals[outcome] });
  // Changing your own role signs you out.
  return account?.id === admin.id && outcome === "changed" ? seeOther("/admin/login") : seeDone(path, "role-changed");
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Admins");

export default function Admins() {
  const { admins, invitations, sendsMail, me, leaving, changing, links } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Admins"
        note="Owners can change everything; what editors can do is said below. Two owners is a good number; more than five is a lot."
      />
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {leaving && !answer ? <RemovalQuestion account={leaving} me={me} path={path} /> : null}
      {links && links.made.length > 0 ? <MadeLinks links={links.made} id={links.id} path={path} /> : null}
      {changing && !answer ? <RoleQuestion account={changing} me={me} path={path} /> : null}
      {answer?.asking ? <Addition {...answer.asking} /> : null}
      <AdminTable admins={admins} me={me} path={path} />
      <p>
        <ButtonLink href="/admin/admins/factors" looks={["ghost"]}>
          Second factors …
        </ButtonLink>
      </p>
      <InvitationList invitations={invitations} />
      <section className="panel narrow" aria-labelledby="add">
        <h2 id="add">Add an admin</h2>
        <HowToInvite sendsMail={sendsMail} />
        <p className="hint">Or, if the person has an account here already:</p>
        <AddForm />
      </section>
    </>
  );
}

function Addition({ email, role }: z.output<typeof addAdminSchema>) {
  const { admins } = useLoaderData<typeof loader>();
  return (
    <Danger
      id="addition"
      isQuestion
      title={`Add ${email} as ${role === "owner" ? "an owner" : "an editor"}?`}
      text={`There will be ${admins.length + 1} admins. ${roleWords[role]}`}
    >
      <form method="post" action={path} className="actions">
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="role" value={role} />
        <Button data-busy="Adding …">Add admin</Button>
        <a href={path}>Do not add</a>
      </form>
    </Danger>
  );
}

const roleChoices = roles.map((value) => ({ value, label: roleNames[value] }));

function AddForm() {
  const answer = useActionData<typeof action>();
  const [form, fields] = useAdminForm<z.input<typeof addAdminSchema>>({
    id: "add-admin",
    lastResult: answer?.result,
    constraint: getZodConstraint(addAdminSchema),
    defaultValue: { role: "editor" },
  });
  return (
    <form {...getFormProps(form)} method="post" action={path} className="form">
      <ErrorSummary fields={[fields.email, fields.role]} />
      <input type="hidden" name="intent" value="ask" />
      <Field field={fields.email} label="Email" type="email" autoComplete="off" />
      <SelectField field={fields.role} label="Role" options={roleChoices} hint={roleWords.editor} />
      <Button>Continue</Button>
    </form>
  );
}
