import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { type AdminDone, Done, seeDone } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { ListFilters } from "../../admin/list-filters.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { SuggestionPanel } from "../../features/suggestions/suggestion-panel.tsx";
import {
  acceptSuggestion,
  changeSuggestion,
  findSuggestion,
  listKeptDrafts,
  listSuggestions,
  suggestionStates,
} from "../../features/suggestions/suggestions.server.ts";
import { unprocessable } from "../../platform/request/http.ts";
import { Notice } from "../../ui/form-messages.tsx";
import { Pages } from "../../ui/pages.tsx";

const path = "/admin/suggestions";

const readQuery = (request: Request) => readListQuery(request, { sorts: [], filters: { state: suggestionStates } });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readQuery(request);
  const list = await listSuggestions(admin, query);
  return { query, list, drafts: await listKeptDrafts(admin, list.rows) };
}

const changes = {
  decline: { change: { status: "declined" }, done: "declined" },
  reopen: { change: { status: "new" }, done: "saved" },
  clear: { change: { suspected_spam: false }, done: "cleared" },
} as const satisfies Record<string, { change: object; done: AdminDone }>;

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const suggestion = await findSuggestion(admin, String(form.get("id")));
  if (!suggestion) return unprocessable({ refused: "This suggestion is gone." }, 404);
  const intent = String(form.get("intent"));
  if (intent === "accept") {
    const made = await acceptSuggestion(admin, suggestion);
    return "draft" in made ? seeDone(made.draft, "created") : unprocessable(made, 409);
  }
  if (intent !== "decline" && intent !== "reopen" && intent !== "clear")
    return unprocessable({ refused: "Nothing was changed: this page has no such button." });
  const { change, done } = changes[intent];
  const outcome = await changeSuggestion(admin, suggestion.id, change, String(form.get("version")));
  const query = readQuery(request);
  return outcome === "saved"
    ? seeDone(listHref(path, query, query.page), done)
    : unprocessable({ refused: "This suggestion was changed since you opened it. Check it again first." }, 409);
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Suggestions");

const states = [
  { value: "", label: "Waiting" },
  { value: "accepted", label: "Accepted" },
  { value: "declined", label: "Declined" },
  { value: "suspected", label: "Suspected spam" },
];

export default function Suggestions() {
  const { query, list, drafts } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Suggestions"
        note="Look at a link before you accept it: nobody has opened it here. An accepted suggestion is a draft, and nobody is notified."
      />
      {answer ? <Notice bad title={answer.refused} /> : <Done />}
      <ListFilters query={query} filters={[{ name: "state", label: "Show", options: states }]} />
      {list.rows.length > 0 ? (
        <ul className="stacked">
          {list.rows.map((suggestion) => (
            <SuggestionPanel key={suggestion.id} suggestion={suggestion} hasDraft={drafts.includes(suggestion.id)} />
          ))}
        </ul>
      ) : query.filters.state ? (
        <NoMatch action={{ to: path, label: "Open suggestions" }}>Nothing here.</NoMatch>
      ) : (
        <Empty title="No new suggestions" action={{ to: "/suggest", label: "See the form" }}>
          What visitors suggest for the library or the events appears here, until an admin accepts or declines it.
        </Empty>
      )}
      <Pages
        label="Pages of suggestions"
        page={list.page}
        pages={list.pages}
        href={(page) => listHref(path, query, page)}
      />
    </>
  );
}
