import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { requireProof } from "../../admin/proof.server.ts";
import { listAdmins } from "../../features/admins/accounts.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { SessionList } from "../../features/sign-in/session-list.tsx";
import { endedBy } from "../../features/sign-in/sessions.schema.ts";
import { endSessions, listSessions } from "../../features/sign-in/sessions.server.ts";
import { notFound } from "../../platform/request/http.ts";

const pathOf = (id: string) => `/admin/admins/${id}`;

async function findAccount(admin: Admin, id = "") {
  const account = (await listAdmins(admin)).find((each) => each.id === id);
  if (!account) throw notFound();
  return account;
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const account = await findAccount(admin, params.id);
  return { account, sessions: await listSessions(admin, account.id) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const { id } = await findAccount(admin, params.id);
  const ending = endedBy(await request.formData());
  if (!ending) throw notFound();
  requireProof(admin, pathOf(id));
  const ended = await endSessions(admin, id, ending.session);
  return seeDone(pathOf(id), ended > 0 ? "sessions-ended" : "no-session");
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.account.email ?? "Admin");

export default function AdminPage() {
  const { account, sessions } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title={account.email}
        note="Where this admin is signed in. A session that you end is over at once."
      />
      <Done />
      <section className="panel" aria-labelledby="sessions">
        <h2 id="sessions">Sessions</h2>
        <SessionList sessions={sessions} action={pathOf(account.id)} />
      </section>
    </>
  );
}
