import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../features/metadata/metadata.ts";
import { type SearchAnswer, searchSite } from "../features/search/search.server.ts";
import { kindOfKey, kindsOf, kindWords, type SearchKind } from "../features/search/search-kinds.ts";
import { searchLimit } from "../features/search/search-limit.ts";
import { SearchResults } from "../features/search/search-results.tsx";
import { DatabaseUnavailable } from "../platform/database/unavailable.ts";
import { neverStored } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { numberText } from "../platform/text/number-text.ts";
import { searchText } from "../platform/text/text.ts";
import { Notice } from "../ui/form-messages.tsx";
import { Nothing } from "../ui/nothing.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pages } from "../ui/pages.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { Tabs } from "../ui/tabs.tsx";

export const handle: RouteHandle = { readLimit: searchLimit };

/** Results per page; the database knows how many there are. */
const pageSize = 20;

const address = (text: string, kind: SearchKind | null, page = 1) => {
  const query = new URLSearchParams({ q: text });
  if (kind) query.set("kind", kindWords[kind].key);
  if (page > 1) query.set("page", String(page));
  return `/search?${query}`;
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const text = searchText(query.get("q"), 100);
  const kind = kindOfKey(query.get("kind"));
  const page = Math.min(Math.max(1, Math.trunc(Number(query.get("page"))) || 1), 10_000);
  const headers = { ...neverStored, "X-Robots-Tag": "noindex" };
  const asked = { text, kind, now: context.now.toISOString() };
  try {
    const answer = text ? await searchSite(context, { text, kind, page }) : null;
    return data({ ...asked, answer, failed: false }, { headers });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return data({ ...asked, answer: null, failed: true }, { status: 503, headers });
  }
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.text ? `Search: ${args.data.text}` : "Search",
    description: "Search our events and their talks, articles, guides, library and newsletter.",
    path: "/search",
    indexed: false,
  });

export default function Search() {
  const { text, kind, now, answer, failed } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHeader
        title="Search"
        lead="Events and their talks, articles, guides, the library and the newsletter."
        stars="kite"
      />
      <div className="wrap section">
        <SearchForm action="/search" label="Search this site" value={text} />
        <div className="mt-6" id="results">
          {failed ? <Notice bad title="The search is not available right now. Please try again in a minute." /> : null}
          {answer ? <Found text={text} kind={kind} now={new Date(now)} answer={answer} /> : null}
        </div>
      </div>
    </main>
  );
}

interface FoundProps {
  text: string;
  kind: SearchKind | null;
  now: Date;
  answer: SearchAnswer;
}

function Found({ text, kind, now, answer }: FoundProps) {
  const { words, total, page, pages, results, kinds } = answer;
  const all = Object.values(kinds).reduce((sum, each) => sum + each, 0);
  const tabs = kindsOf.flatMap((each) => {
    const { key, all: label } = kindWords[each];
    return kinds[each] ? [{ key, label: `${label} (${kinds[each]})`, href: address(text, each) }] : [];
  });
  const everything = { key: "all", label: `All (${all})`, href: address(text, null) };
  return (
    <>
      <p role="status">
        {total === 1 ? "1 result" : `${numberText(total)} results`} for “{text}”
        {kind ? ` in ${kindWords[kind].all}` : ""}.
      </p>
      {tabs.length > 1 || (kind && all > 0) ? (
        <div className="mt-4">
          <Tabs label="Kinds of results" tabs={[everything, ...tabs]} current={kind ? kindWords[kind].key : "all"} />
        </div>
      ) : null}
      <div className="mt-8">
        {results.length > 0 ? (
          <SearchResults results={results} words={words} now={now} from={(page - 1) * pageSize + 1} />
        ) : (
          <WhatElse isReadable={words.length > 0} />
        )}
      </div>
      <div className="mt-8">
        <Pages label="Pages of results" page={page} pages={pages} href={(to) => address(text, kind, to)} />
      </div>
    </>
  );
}

function WhatElse({ isReadable }: { isReadable: boolean }) {
  return (
    <Nothing>
      <p>
        {isReadable
          ? "Check the spelling, or search for fewer words or the beginning of one."
          : "Enter at least one word or number to search for."}
      </p>
      <p>
        You can also look through the <a href="/events">events</a>, the <a href="/education">library</a> and the{" "}
        <a href="/insights">articles</a>, or <a href="/contact">ask us</a>.
      </p>
    </Nothing>
  );
}
