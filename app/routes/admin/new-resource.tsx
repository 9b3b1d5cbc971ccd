import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { Empty } from "../../admin/empty.tsx";
import { isMade, newIdIn } from "../../admin/new-row.server.ts";
import {
  createResource,
  findTwin,
  listTabChoices,
  readResourceQuery,
} from "../../features/education/resource-editing.server.ts";
import { ResourceForm } from "../../features/education/resource-form.tsx";
import { resourceSchema } from "../../features/education/resources.schema.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { unprocessable } from "../../platform/request/http.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const tabs = await listTabChoices(admin);
  return { newId: crypto.randomUUID(), tabs, tab: readResourceQuery(request).filters.tab };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: resourceSchema });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), twin: null });
  const twin = await findTwin(admin, submission.value.url);
  const id = await newIdIn(form);
  if (twin && form.get("anyway") !== twin.id) {
    if (id && (await isMade(admin, "education_resources", id))) return seeDone(`/admin/resources/${id}`, "created");
    const fieldErrors = { url: ["Another resource has this link"] };
    return unprocessable({ result: submission.reply({ fieldErrors }), twin });
  }
  const outcome = await createResource(admin, submission.value, id);
  if (outcome !== "no-tab") return seeDone(`/admin/resources/${outcome.id}`, "created");
  return unprocessable({
    result: submission.reply({ fieldErrors: { tab_key: ["Choose a tab that exists"] } }),
    twin: null,
  });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "New resource");

export default function NewResource() {
  const { newId, tabs, tab } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader title="New resource" back={{ to: "/admin/resources", label: "All resources" }} />
      {tabs.length > 0 ? (
        <section className="panel form-panel" aria-label="The resource">
          <ResourceForm
            submit="Create resource"
            newId={newId}
            tabs={tabs}
            tab={tab}
            twin={answer?.twin}
            lastResult={answer?.result}
          />
        </section>
      ) : (
        <Empty title="Create a tab first" action={{ to: "/admin/tabs", label: "Create the first tab" }}>
          Every resource belongs to a tab, and there are no tabs yet.
        </Empty>
      )}
    </>
  );
}
