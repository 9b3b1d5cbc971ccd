import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { showLibrary, tabKeys } from "../features/education/education.server.ts";
import { LastGoodNotice, NoLibrary } from "../features/education/library-notices.tsx";
import { libraryAddress, ourOrder, readLibraryQuery } from "../features/education/library-query.ts";
import { Shelf } from "../features/education/shelf.tsx";
import { isTabKey } from "../features/education/tabs.schema.ts";
import { answerLike, signedInLiker } from "../features/likes/answer-like.server.ts";
import { LikeFailed } from "../features/likes/like-failed.tsx";
import { likeLimit } from "../features/likes/like-limit.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { copyAge } from "../platform/database/last-good.ts";
import { neverStored, redirect } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { newVisitorCookie } from "../platform/request/visitor.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const handle: RouteHandle = {
  section: "/education",
  rateLimit: likeLimit,
  cache: { choice: "tab", alone: ["q", "mine", "sort", "tag"], byVisitor: true },
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = readLibraryQuery(request);
  const [visitorKey, person] = await Promise.all([context.visitorKey(), signedInLiker(context)]);
  const accessToken = person?.accessToken ?? null;
  const addressKey = asked.mine && !visitorKey && !person ? await context.addressKey() : null;
  const headers = new Headers({ "Cache-Control": "private, no-cache" });
  if (!context.hasVisitorCookie && !context.page.forEverybody)
    headers.append("Set-Cookie", newVisitorCookie(context.secure));
  const viewer = { accessToken, visitorKey, addressKey };
  const library = await showLibrary(context, asked, viewer);
  const copy = copyAge(context);
  const current = asked.search ? undefined : library?.renamed[asked.tab];
  // A permanent redirect would outlast the day on which another tab gets the key.
  if (current) throw redirect(libraryAddress({ ...asked, tab: current }));
  if (library) context.page.variants = { values: tabKeys(library), pages: library.pages };
  if (!library)
    for (const [name, value] of Object.entries({ ...neverStored, "Retry-After": "60" })) headers.set(name, value);
  return data({ asked, mine: addressKey !== null, library, copy }, { status: library ? 200 : 503, headers });
}

export const action = (args: ActionFunctionArgs) =>
  answerLike(args, (form, mine) => {
    const asked = readLibraryQuery(args.request);
    const named = form.get("tab");
    return libraryAddress({ ...asked, tab: isTabKey(named) ? named : asked.tab, mine });
  });

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Education",
    description: "A library of free resources about blockchain technology, chosen by members of our community.",
    path: "/education",
    structured: [breadcrumbs(originOf(args), [{ name: "Education", path: "/education" }])],
  });

/** A copy has no search, no tags and only the default order. */
const asCopied = { search: "", sort: ourOrder, tag: "" };

export default function Education() {
  const { library, asked, mine, copy } = useLoaderData<typeof loader>();
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
        {failed ? <LikeFailed /> : null}
        <SearchForm action="/education" label="Search the library" value={asked.search} />
        <div id="library" className="mt-6">
          {library ? <LastGoodNotice library={library} copy={copy} asked={asked} /> : null}
          {library ? <Shelf library={library} query={copy ? asCopied : asked} mine={mine} /> : <NoLibrary />}
        </div>
        <Skeleton id="library-skeleton" tabs={5} cards={6} />
        <p className="mt-8">
          Do you know something that belongs here? <a href="/suggest">Suggest it</a>.
        </p>
      </div>
    </main>
  );
}
