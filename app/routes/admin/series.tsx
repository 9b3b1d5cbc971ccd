import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { answerDeletion, type Unsaved } from "../../admin/unsaved.server.ts";
import { pathOfSeries } from "../../features/events/event/event.ts";
import { listEditions } from "../../features/events/form/event-editing.server.ts";
import { postalAddressOf, senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { SampleMark } from "../../features/samples/sample-mark.tsx";
import { readSamples } from "../../features/samples/samples.server.ts";
import { faults, readSeriesForm } from "../../features/series/answer-series.server.ts";
import { ruleText } from "../../features/series/series.ts";
import {
  changeSeries,
  deleteSeries,
  findEditedSeries,
  findExample,
  listTemplates,
} from "../../features/series/series-editing.server.ts";
import { SeriesEditions } from "../../features/series/series-editions.tsx";
import { type RulePreview, SeriesForm, seriesDifferences } from "../../features/series/series-form.tsx";
import { editionsLetter } from "../../features/series/series-letters.tsx";
import { SeriesPlan } from "../../features/series/series-plan.tsx";
import { Subscribers, subscribersText } from "../../features/series/subscribers-panel.tsx";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

async function readPage(admin: Admin, id: string | undefined) {
  const series = await findEditedSeries(admin, id ?? "");
  if (!series) throw notFound();
  return { series, templates: await listTemplates(admin, series.template_id) };
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [page, samples] = await Promise.all([readPage(admin, params.id), readSamples(admin)]);
  const editions = await listEditions(admin, page.series.id);
  const { origin, site, now } = context;
  const example = await findExample(admin, page.series.id, now);
  const around = {
    page: `${origin}/s/(a link of their own)`,
    origin,
    site,
    postalAddress: postalAddressOf(context.env, site),
  };
  return {
    ...page,
    editions,
    samples,
    letter: example && editionsLetter(page.series, [example], around),
    hasSender: senderOf(context.env) !== null,
    confirming: new URL(request.url).searchParams.get("confirm") === "delete",
  };
}

type Answer = Unsaved & { preview?: RulePreview | null };
const unsaved = (answer: Answer, status?: 409) => unprocessable(answer, status);

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { series, templates } = await readPage(admin, params.id);
  const version = String(form.get("version"));
  if (form.get("intent") === "delete") {
    if (series.subscribers > 0 && form.get("subscribers") !== String(series.subscribers)) {
      const refused = `${subscribersText(series)} by now. Check whether you want to delete it.`;
      return unsaved({ refused }, 409);
    }
    return answerDeletion(await deleteSeries(admin, series.id, version), "series", "/admin/series");
  }
  const sent = await readSeriesForm(admin, form, context.now);
  if (sent.submission.status !== "success") return unsaved({ result: sent.submission.reply() });
  if (sent.isPreview) return { result: sent.submission.reply(), preview: sent.preview };
  const { submission } = sent;
  const outcome = await changeSeries(admin, series.id, submission.value, version, context.now);
  if (outcome === "saved") return seeDone(`/admin/series/${series.id}`, "saved");
  if (outcome === "changed") {
    const conflict = seriesDifferences(series, submission.value, templates);
    return unsaved({ result: submission.reply(), conflict }, 409);
  }
  return unsaved({ result: submission.reply({ fieldErrors: { ...faults[outcome] } }) });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.series.name ?? "Series");

export default function SeriesPage() {
  const { series, editions, templates, samples, letter, hasSender } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  return (
    <>
      <AdminHeader
        title={series.name}
        back={{ to: "/admin/series", label: "All series" }}
        note={
          <>
            {ruleText(series)}. Key: <code>{series.key}</code>
          </>
        }
      >
        <SampleMark samples={samples} id={series.id} />
        <span>{pluralize(series.editions, "edition")}</span>
        <a href={`/admin/series/${series.id}/links`}>Links and flyers</a>
        {series.next_starts_at ? <a href={pathOfSeries(series)}>View page</a> : null}
      </AdminHeader>
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {answer?.conflict ? <Conflict differences={answer.conflict} /> : null}
      {series.plan.length > 0 ? (
        <section className="panel" aria-labelledby="dates">
          <h2 id="dates">The next dates</h2>
          <SeriesPlan plan={series.plan} />
        </section>
      ) : null}
      <SeriesEditions series={series} editions={editions} />
      <section className="panel form-panel" aria-label="The series">
        <SeriesForm
          submit="Save"
          series={series}
          templates={templates}
          preview={answer?.preview ?? undefined}
          lastResult={answer?.result}
        />
      </section>
      <Subscribers series={series} letter={letter} hasSender={hasSender} />
      <Deletion />
    </>
  );
}

function Deletion() {
  const { series, confirming } = useLoaderData<typeof loader>();
  const stay = "For good, with its rule and its page. Its editions stay as they are, each with its page and waitlist.";
  const whose =
    series.subscribers > 0
      ? `${subscribersText(series)}: their addresses are erased, and those that are not confirmed yet`
      : "Addresses that are not confirmed yet are erased";
  const text = `${stay} ${whose}; no one is notified.`;
  if (!confirming) {
    return (
      <Danger id="delete" title="Delete this series" text={text}>
        <a href={`/admin/series/${series.id}?confirm=delete#delete`}>Delete this series …</a>
      </Danger>
    );
  }
  return (
    <Danger id="delete" isQuestion title={`Delete “${series.name}”?`} text={text}>
      <form method="post" className="form">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={series.updated_at} />
        <input type="hidden" name="subscribers" value={series.subscribers} />
        <div className="actions">
          <Button className="danger">Delete for good</Button>
          <a href={`/admin/series/${series.id}`}>Keep it</a>
        </div>
      </form>
    </Danger>
  );
}
