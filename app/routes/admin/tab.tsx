import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { differencesOf } from "../../admin/fields.ts";
import { answerDeletion, unsaved } from "../../admin/unsaved.server.ts";
import { TabForm } from "../../features/education/tab-form.tsx";
import { tabLabels, tabSchema } from "../../features/education/tabs.schema.ts";
import { changeTab, deleteTab, findTab, listTabs } from "../../features/education/tabs.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound } from "../../platform/request/http.ts";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const tabs = await listTabs(admin);
  const tab = tabs.find((each) => each.id === params.id);
  if (!tab) throw notFound();
  const others = tabs.filter((each) => each.id !== tab.id).map(({ tab_key, label }) => ({ tab_key, label }));
  return { tab, others, confirming: new URL(request.url).searchParams.get("confirm") === "delete" };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const id = params.id ?? "";
  return form.get("intent") === "delete" ? remove(admin, id, form) : save(admin, id, form);
}

async function save(admin: Admin, id: string, form: FormData) {
  const submission = parseWithZod(form, { schema: tabSchema });
  if (submission.status !== "success") return unsaved({ result: submission.reply() });
  const outcome = await changeTab(admin, id, submission.value, String(form.get("version")));
  switch (outcome) {
    case "saved":
      return seeDone(`/admin/tabs/${id}`, "saved");
    case "key-taken": {
      const result = submission.reply({ fieldErrors: { tab_key: ["Another tab has this key"] } });
      return unsaved({ result });
    }
    case "changed": {
      const theirs = await findTab(admin, id);
      if (!theirs) throw notFound();
      const conflict = differencesOf(tabLabels, { ...theirs }, submission.value);
      return unsaved({ result: submission.reply(), conflict }, 409);
    }
  }
}

const refusals = {
  "not-empty": "This tab has resources. Choose the tab to move them to.",
  "no-target": "Choose a tab that exists.",
};

async function remove(admin: Admin, id: string, form: FormData) {
  const moveTo = String(form.get("move_to") ?? "") || null;
  const outcome = await deleteTab(admin, id, String(form.get("version")), moveTo);
  if (outcome === "not-found") throw notFound();
  if (outcome === "deleted" || outcome === "changed") return answerDeletion(outcome, "tab", "/admin/tabs");
  return unsaved({ refused: refusals[outcome] });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.tab.label ?? "Tab");

export default function TabPage() {
  const { tab, confirming } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader title={tab.label} back={{ to: "/admin/tabs", label: "All tabs" }}>
        <a href={`/admin/resources?tab=${tab.tab_key}`}>{pluralize(tab.resources, "resource")}</a>
        {tab.is_active ? <a href={`/education?tab=${tab.tab_key}`}>As visitors see it</a> : null}
      </AdminHeader>
      {answer ? null : <Done />}
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <section className="panel form-panel" aria-label="The tab">
        <TabForm intent="save" submit="Save" values={tab} version={tab.updated_at} lastResult={answer?.result} />
      </section>
      {confirming || answer?.refused ? (
        <Deletion />
      ) : (
        <Danger
          id="delete"
          title="Delete this tab"
          text="For good. Resources that it has move to another tab, which you choose."
        >
          <a href={`/admin/tabs/${tab.id}?confirm=delete#delete`}>Delete this tab …</a>
        </Danger>
      )}
    </>
  );
}

function Deletion() {
  const { tab, others } = useLoaderData<typeof loader>();
  const all = tab.resources + tab.deleted;
  const whose = all === 1 ? "Its resource goes to" : `Its ${numberText(all)} resources go to`;
  const keep = <a href={`/admin/tabs/${tab.id}`}>Keep it</a>;
  return (
    <Danger
      id="delete"
      isQuestion
      title={`Delete “${tab.label}”?`}
      text={
        tab.deleted > 0
          ? `${numberText(tab.deleted)} of its resources ${tab.deleted === 1 ? "is" : "are"} deleted and can still be restored, so ${tab.deleted === 1 ? "it needs" : "they need"} a tab too.`
          : "Visitors no longer see it."
      }
    >
      {all > 0 && others.length === 0 ? (
        <p>
          Its resources need another tab, and there is none. <a href="/admin/tabs">Create one first</a>.
        </p>
      ) : (
        <form method="post" className="form">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="version" value={tab.updated_at} />
          {all > 0 ? (
            <div className="field">
              <label htmlFor="move_to">{whose}</label>
              <select id="move_to" name="move_to">
                {others.map((other) => (
                  <option key={other.tab_key} value={other.tab_key}>
                    {other.label}
                  </option>
                ))}
              </select>
            </div>
          ) : null}
          <div className="actions">
            <Button className="danger">Delete for good</Button>
            {keep}
          </div>
        </form>
      )}
    </Danger>
  );
}
