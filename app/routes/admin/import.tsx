import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { NoMatch } from "../../admin/empty.tsx";
import { chosenColumns, missingFields } from "../../admin/import-noun.ts";
import { ListFilters } from "../../admin/list-filters.tsx";
import { perPage } from "../../admin/list-page.server.ts";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { DepartureFields, DepartureNotice } from "../../features/imports/departure-fields.tsx";
import { chosenDepartures, unreadDepartures } from "../../features/imports/departures.ts";
import { chosenForFile, FileChoiceFields, FileNotices } from "../../features/imports/file-choices.tsx";
import { backToForm, importNoun } from "../../features/imports/import-nouns.ts";
import { ImportState } from "../../features/imports/import-table.tsx";
import {
  AppliedImport,
  ApplyImport,
  DiscardImport,
  ImportColumns,
  ImportLines,
} from "../../features/imports/import-view.tsx";
import {
  type LineState,
  linesOfChanges,
  nothingText,
  stateName,
  stateNames,
  statesOf,
  typedLines,
} from "../../features/imports/import-words.ts";
import {
  applyImport,
  chooseColumns,
  completeLines,
  discardImport,
  findImport,
  promiseOf,
  undoImport,
} from "../../features/imports/imports.server.ts";
import { readStrangersQueue } from "../../features/mail/strangers-queue.server.ts";
import { StrangersQueue } from "../../features/mail/strangers-queue.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { numberText } from "../../platform/text/number-text.ts";
import { Notice } from "../../ui/form-messages.tsx";
import { Pages } from "../../ui/pages.tsx";

const path = "/admin/imports";

const queryOf = (request: Request) =>
  readListQuery(request, { sorts: [], filters: { state: ["", ...Object.keys(stateNames)] } });

/** Fifty descriptions, as a form encodes them. */
export const handle: RouteHandle = { bodyLimit: 512 * 1024 };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = queryOf(request);
  const found = await findImport(admin, params.id, query.filters.state, query.page);
  const noun = found && importNoun(found.kind, admin.role);
  if (!noun) throw notFound();
  const { what, one, many, completes, known, whole } = noun;
  const list = found.event_id ? `/admin/events/${found.event_id}/people` : noun.list;
  const fields = noun.fields.map(({ headers: _, ...field }) => field);
  const missing = missingFields(found.mapping, noun).map(({ label }) => label);
  const states = statesOf(noun);
  const shownNoun = {
    ...{ what, known, whole, one, many, list, completes, fields, states },
    promise: promiseOf(noun, context.env, found.choices),
    back: backToForm(noun, found.event_id),
  };
  const rows = found.rows.map((row) => ({
    ...row,
    changes: linesOfChanges(noun, row.changes ?? {}, found.undone_at !== null && !row.is_made),
  }));
  const unread = found.kind === "subscribers" ? unreadDepartures(found.columns, found.mapping, found.departures) : [];
  const { counts } = found;
  const state = query.filters.state as keyof typeof stateNames | "";
  const total = state ? counts[state] : states.reduce((sum, each) => sum + counts[each], 0);
  const pages = Math.max(1, Math.ceil(total / perPage));
  return {
    found: { ...found, rows },
    section: noun.list,
    noun: shownNoun,
    missing,
    unread,
    query,
    total,
    pages,
    letters: found.applied_at && found.choices.guests === "coming" ? await readStrangersQueue(context, admin) : null,
    now: context.now.toISOString(),
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const found = await findImport(admin, params.id);
  const noun = found && importNoun(found.kind, admin.role);
  if (!noun) throw notFound();
  const form = await request.formData();
  const here = `${path}/${found.id}`;
  const refused = (words: string) => unprocessable({ refused: words }, 409);
  switch (form.get("intent")) {
    case "columns": {
      const mapping = chosenColumns(form, found.columns, noun.fields);
      const departures = chosenDepartures(form, noun.kind === "subscribers" ? found.columns : []);
      const outcome = await chooseColumns(context, admin, noun, found, {
        ...{ mapping, departures },
        choices: chosenForFile(form),
      });
      return outcome === "staged" ? seeDone(here, "staged") : refused("This file was imported in the meantime.");
    }
    case "complete": {
      const outcome = await completeLines(context, admin, noun, found, typedLines(form));
      const query = queryOf(request);
      return outcome === "staged"
        ? seeDone(listHref(here, query, query.page), "staged")
        : refused("This file was imported in the meantime.");
    }
    case "apply": {
      if (found.samples && !form.has("looks-right"))
        return refused("Nothing was imported: look at the letters of the file, and say that they look right.");
      const withChanges = form.has("changes") || noun.whole !== undefined;
      const outcome = await applyImport(context, admin, found.id, withChanges);
      if (outcome === "gone") throw notFound();
      if (outcome === "nothing") return refused(nothingText(found.counts, withChanges));
      if (found.choices.mails) context.startPost();
      return seeDone(here, found.choices.mails && found.choices.guests === "coming" ? "list-applied" : "imported");
    }
    case "undo": {
      const outcome = await undoImport(context, admin, found.id);
      if (outcome === "gone") throw notFound();
      return outcome === "too-late"
        ? refused("The hour in which this import could be undone is over.")
        : seeDone(here, "import-undone");
    }
    case "discard":
      await discardImport(admin, found.id);
      return seeDone(backToForm(noun, found.event_id).to, "deleted");
    default:
      return unprocessable({ refused: "Nothing was changed: this page has no such button." });
  }
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Import");

export default function Import() {
  const { found, noun, missing, unread, query, total, pages, letters, now } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { counts } = found;
  const here = `${path}/${found.id}`;
  const labelOf = (value: LineState) => `${stateName(noun, value)} (${numberText(counts[value])})`;
  const states = noun.states.map((value) => ({ value, label: labelOf(value) }));
  const options = [{ value: "", label: "All lines" }, ...states];
  return (
    <>
      <AdminHeader title={`From ${found.source}`} back={noun.back}>
        <ImportState found={found} />
        {found.choices.file ? <bdi className="wrap-anywhere">{found.choices.file}</bdi> : null}
      </AdminHeader>
      {answer ? <Notice bad title={answer.refused} /> : <Done />}
      {found.applied_at ? (
        <>
          <AppliedImport found={found} noun={noun} now={now} />
          {letters ? <StrangersQueue {...letters} /> : null}
        </>
      ) : (
        <>
          {missing.length > 0 ? (
            <Notice bad title={`No column is chosen for: ${missing.join(", ")}.`}>
              Choose it below. A file without it cannot be imported
              {found.kind === "subscribers" ? ": Meetup, for example, exports no email addresses" : null}.
            </Notice>
          ) : null}
          <FileNotices choices={found.choices} />
          <DepartureNotice departures={found.departures} unread={unread} />
          <ApplyImport found={found} noun={noun} />
          <ImportColumns found={found} noun={noun}>
            <FileChoiceFields
              choices={found.choices}
              kind={found.kind}
              hasSeries={found.columns.includes("X-SERIES")}
            />
            {found.kind === "subscribers" ? <DepartureFields found={found} unread={unread} /> : null}
          </ImportColumns>
        </>
      )}
      <ListFilters query={query} filters={[{ name: "state", label: "Show", options }]} />
      {found.rows.length > 0 ? (
        <ImportLines found={found} noun={noun} total={total} />
      ) : (
        <NoMatch action={{ to: here, label: "Show all lines" }}>No lines are in this state.</NoMatch>
      )}
      <Pages label="Pages of lines" page={query.page} pages={pages} href={(page) => listHref(here, query, page)} />
      {found.applied_at ? null : <DiscardImport />}
    </>
  );
}
