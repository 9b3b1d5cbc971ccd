import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { firstTab, type LibraryQuery, showLibrary, tabKeys } from "../features/education/education.server.ts";
import { EmptyShelf } from "../features/education/empty-shelf.tsx";
import { LastGoodNotice, NoLibrary } from "../features/education/library-notices.tsx";
import { ResourceCard } from "../features/education/resource-card.tsx";
import { isTabKey } from "../features/education/tabs.schema.ts";
import { likeLimit } from "../features/likes/like-limit.ts";
import { likeSchema } from "../features/likes/likes.schema.ts";
import { setLike } from "../features/likes/likes.server.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { copyAge } from "../platform/database/last-good.ts";
import { DatabaseUnavailable } from "../platform/database/unavailable.ts";
import { neverStored, redirect, seeOther, unprocessable } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { newVisitorCookie } from "../platform/request/visitor.ts";
import { searchText } from "../platform/text/text.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Notice, Toast } from "../ui/form-messages.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pages } from "../ui/pages.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Tabs } from "../ui/tabs.tsx";

export const handle: RouteHandle = {
  section: "/education",
  rateLimit: likeLimit,
  cache: { choice: "tab", alone: ["q", "mine"], byVisitor: true },
};

const address = (tab: string | null, { page = 1, search = "", mine = false } = {}) => {
  const query = new URLSearchParams();
  if (tab) query.set("tab", tab);
  if (search) query.set("q", search);
  if (page > 1) query.set("page", String(page));
  if (mine) query.set("mine", "1");
  return `/education${query.size > 0 ? `?${query}` : ""}`;
};

function readQuery(request: Request): LibraryQuery & { mine: boolean } {
  const query = new URL(request.url).searchParams;
  const page = Number(query.get("page") ?? 1);
  const tab = query.get("tab");
  return {
    tab: isTabKey(tab) ? tab : firstTab,
    search: searchText(query.get("q"), 100),
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
    mine: query.get("mine") === "1",
  };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = readQuery(request);
  const [visitorKey, person] = await Promise.all([context.visitorKey(), signedIn(context)]);
  const accessToken = person?.accessToken ?? null;
  const addressKey = query.mine && !visitorKey && !person ? await context.addressKey() : null;
  const headers = new Headers({ "Cache-Control": "private, no-cache" });
  if (!context.hasVisitorCookie && !context.page.forEverybody)
    headers.append("Set-Cookie", newVisitorCookie(context.secure));
  const shown = { search: query.search, mine: addressKey !== null };
  const viewer = { accessToken, visitorKey, addressKey };
  const library = await showLibrary(context, query, viewer);
  const copy = copyAge(context);
  const current = query.search ? undefined : library?.renamed[query.tab];
  // A redirect for good would outlast the day on which another tab gets the key.
  if (current) throw redirect(address(current, query));
  if (library) context.page.variants = { values: tabKeys(library), pages: library.pages };
  if (!library)
    for (const [name, value] of Object.entries({ ...neverStored, "Retry-After": "60" })) headers.set(name, value);
  return data({ ...shown, asked: query.tab, library, copy }, { status: library ? 200 : 503, headers });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const wish = parseWithZod(form, { schema: likeSchema });
  if (wish.status !== "success") return unprocessable({ outcome: "invalid" as const });
  const person = await signedIn(context);
  const outcome = await setLike(context, wish.value, person?.user.id ?? null);
  if (outcome !== "liked" && outcome !== "unliked") return unprocessable({ outcome }, statusOf[outcome]);
  const { tab, page, search } = readQuery(request);
  const named = form.get("tab");
  const shown = isTabKey(named) ? named : tab;
  const back = address(shown, { page, search, mine: !context.hasVisitorCookie && !person });
  return seeOther(`${back}#resource-${wish.value.resource}`);
}

/** Who likes with an account; when nobody can tell, the visitor counts as not signed in. */
async function signedIn({ signIn }: AppLoadContext) {
  if (!signIn.claimed) return null;
  return signIn.current().catch((error) => {
    if (error instanceof DatabaseUnavailable) return null;
    throw error;
  });
}

const statusOf = { "not-found": 404, "too-many": 429, unavailable: 503 } as const;

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Education",
    description: "A library of free resources about blockchain technology, chosen by members of our community.",
    path: "/education",
    structured: [breadcrumbs(originOf(args), [{ name: "Education", path: "/education" }])],
  });

export default function Education() {
  const { library, search, mine, asked, copy } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  return (
    <main id="main">
      <PageHeader title="Education" lead="Chosen by members, ordered by usefulness, free to read." stars="seven">
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink looks={["sun"]} href="/events">
            Join Our Workshop
          </ButtonLink>{" "}
          <ButtonLink looks={["ghost"]} href="/insights#newsletter">
            Subscribe to Newsletter
          </ButtonLink>
        </div>
      </PageHeader>
      <div className="wrap section">
        {failed ? (
          <div className="mb-6">
            <Notice bad title="Failed to update like" />
            <div className="toasts">
              <Toast bad title="Failed to update like" />
            </div>
          </div>
        ) : null}
        <SearchForm action="/education" label="Search the library" value={search} />
        <div id="library" className="mt-6">
          {library ? <LastGoodNotice {...{ library, copy, asked, search }} /> : null}
          {library ? <Shelf library={library} search={copy ? "" : search} mine={mine} /> : <NoLibrary />}
        </div>
        <Skeleton id="library-skeleton" tabs={5} cards={6} />
      </div>
    </main>
  );
}

type Shown = Extract<ReturnType<typeof useLoaderData<typeof loader>>["library"], object>;

function Shelf({ library, search, mine }: { library: Shown; search: string; mine: boolean }) {
  const { tabs, tab, total, page, pages, resources } = library;
  const current = search ? null : tab;
  const listed = tabs.map((each) => ({ key: each.tab_key, label: each.label, href: address(each.tab_key, { mine }) }));
  return (
    <>
      <Tabs label="Library" tabs={listed} current={current} region="library" />
      {search ? (
        <p className="mt-6" role="status">
          {total === 1 ? "1 resource" : `${total} resources`} found for “{search}”.{" "}
          <a href="/education">Show the whole library</a>
        </p>
      ) : null}
      {resources.length > 0 ? (
        <div className={`mt-6 grid gap-5 ${columns(current)}`}>
          {resources.map((resource) => (
            <ResourceCard key={resource.id} resource={resource} tab={tab ?? ""} />
          ))}
        </div>
      ) : (
        <EmptyShelf search={search} tabs={tabs.length} />
      )}
      <div className="mt-8">
        <Pages
          label="Pages of the library"
          page={page}
          pages={pages}
          href={(to) => address(current, { page: to, search, mine })}
        />
      </div>
    </>
  );
}

/** Two columns for resources, three for media and the others, where there is room for words of more than a line. */
const columns = (tab: string | null) => (tab === "resources" ? "md:grid-cols-2" : "md:grid-cols-2 lg:grid-cols-3");
