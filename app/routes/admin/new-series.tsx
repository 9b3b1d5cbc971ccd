import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { faults, readSeriesForm } from "../../features/series/answer-series.server.ts";
import { createSeries, listTemplates } from "../../features/series/series-editing.server.ts";
import { SeriesForm } from "../../features/series/series-form.tsx";
import { unprocessable } from "../../platform/request/http.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const template = new URL(request.url).searchParams.get("event");
  const templates = await listTemplates(admin, template);
  return { newId: crypto.randomUUID(), templates, template: templates.find(({ id }) => id === template)?.id };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const sent = await readSeriesForm(admin, form, context.now);
  if (sent.submission.status !== "success") {
    return unprocessable({ result: sent.submission.reply(), preview: null });
  }
  if (sent.isPreview) return { result: sent.submission.reply(), preview: sent.preview };
  const { submission } = sent;
  const made = await createSeries(admin, submission.value, await newIdIn(form));
  if (typeof made === "object") return seeDone(`/admin/series/${made.id}`, "created");
  return unprocessable({ result: submission.reply({ fieldErrors: { ...faults[made] } }), preview: null });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "New series");

export default function NewSeries() {
  const { newId, templates, template } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="New series"
        back={{ to: "/admin/series", label: "All series" }}
        note="Visitors see its page once it has a published edition."
      />
      <section className="panel form-panel" aria-label="The series">
        <SeriesForm
          submit="Create series"
          newId={newId}
          templates={templates}
          template={template}
          preview={answer?.preview ?? undefined}
          lastResult={answer?.result}
        />
      </section>
    </>
  );
}
