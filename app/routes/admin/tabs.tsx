import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty } from "../../admin/empty.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { movedQuery, UndoMove } from "../../admin/undo.tsx";
import { TabForm } from "../../features/education/tab-form.tsx";
import TabOrder from "../../features/education/tab-order.island.tsx";
import { orderChanged, positionSchema, tabSchema } from "../../features/education/tabs.schema.ts";
import { createTab, listTabs, moveTab, type Tab } from "../../features/education/tabs.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { unprocessable } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";
import { Island } from "../../ui/island.tsx";

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  return { newId: crypto.randomUUID(), tabs: await listTabs(admin) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  return form.get("intent") === "place" ? move(admin, form) : create(admin, form);
}

async function move(admin: Admin, form: FormData) {
  const refuse = (refused: string, status?: 409) => unprocessable({ result: undefined, refused }, status);
  const submission = parseWithZod(form, { schema: positionSchema });
  if (submission.status !== "success") return refuse("Enter a position in the list, starting at 1.");
  const { id } = submission.value;
  const outcome = await moveTab(admin, submission.value);
  if (outcome === "not-found") return refuse("This tab was deleted.");
  if (outcome === "changed") return refuse(orderChanged, 409);
  return seeDone(`/admin/tabs?${movedQuery(id, form.get("from"))}#row-${id}`, "placed");
}

async function create(admin: Admin, form: FormData) {
  const submission = parseWithZod(form, { schema: tabSchema });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), refused: null });
  const outcome = await createTab(admin, submission.value, await newIdIn(form));
  if (outcome !== "key-taken") return seeDone(`/admin/tabs#row-${outcome.id}`, "created");
  const result = submission.reply({ fieldErrors: { tab_key: ["Another tab has this key"] } });
  return unprocessable({ result, refused: null });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Tabs");

const orderedRow = ({ id, label: name, tab_key: key, is_active: isActive, resources }: Tab) => ({
  id,
  name,
  key,
  isActive,
  resources,
});

export default function Tabs() {
  const { newId, tabs } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader title="Tabs" note="The tabs of the library, in the order visitors see them." />
      {answer ? null : (
        <Done>
          <UndoMove />
        </Done>
      )}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {tabs.length > 0 ? (
        <Island id="order" name="tab-order" of={TabOrder} props={{ tabs: tabs.map(orderedRow) }} />
      ) : (
        <Empty title="There are no tabs yet" action={{ to: "#new", label: "Create the first one below" }}>
          Tabs divide the library into parts, like Books, Media or Courses. Every resource belongs to one.
        </Empty>
      )}
      <section className="panel narrow" aria-labelledby="new">
        <h2 id="new">New tab</h2>
        <TabForm intent="create" newId={newId} submit="Create tab" lastResult={answer?.result} />
      </section>
    </>
  );
}
