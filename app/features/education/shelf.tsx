import { numberText } from "../../platform/text/number-text.ts";
import { Pages } from "../../ui/pages.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { Library } from "./education.server.ts";
import { EmptyShelf } from "./empty-shelf.tsx";
import { type LibraryQuery, type LibrarySort, libraryAddress, librarySorts } from "./library-query.ts";
import { ResourceCard } from "./resource-card.tsx";

/** The id of the part of the page that the enhance script replaces. */
const region = "library";

interface ShelfProps {
  library: Library;
  query: Pick<LibraryQuery, "search" | "sort" | "tag">;
  mine: boolean;
}

export function Shelf({ library, query, mine }: ShelfProps) {
  const { tabs, page, pages, resources } = library;
  const { search, sort, tag } = query;
  const tab = search ? null : library.tab;
  const here = { tab: tab ?? undefined, search, sort, tag, mine };
  const links = tabs.map(({ tab_key: key, label }) => ({
    key,
    label,
    href: libraryAddress({ tab: key, sort, mine }),
  }));
  return (
    <>
      <Tabs label="Library" tabs={links} current={tab} region={region} />
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <Orders current={sort} href={(to) => libraryAddress({ ...here, sort: to })} />
        <a href="/education/liked">What you liked</a>
      </div>
      <WhatIsShown library={library} query={query} all={libraryAddress({ ...here, tag: "" })} />
      {resources.length > 0 ? (
        <div className={`mt-6 grid gap-5 ${columns(tab)}`}>
          {resources.map((resource) => (
            <ResourceCard
              key={resource.id}
              resource={resource}
              tab={library.tab ?? ""}
              hrefOfTag={(each) => libraryAddress({ ...here, tag: each })}
              region={region}
            />
          ))}
        </div>
      ) : (
        <EmptyShelf search={search} tag={tag} tabs={tabs.length} />
      )}
      <div className="mt-8">
        <Pages
          label="Pages of the library"
          page={page}
          pages={pages}
          href={(to) => libraryAddress({ ...here, page: to })}
        />
      </div>
    </>
  );
}

const orderNames: Record<LibrarySort, string> = { order: "Our order", newest: "Newest", liked: "Most liked" };

function Orders({ current, href }: { current: LibrarySort; href: (to: LibrarySort) => string }) {
  return (
    <nav aria-label="Order">
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {librarySorts.map((sort) => (
          <li key={sort}>
            {sort === current ? (
              <strong aria-current="true" className="inline-block py-1">
                {orderNames[sort]}
              </strong>
            ) : (
              <a href={href(sort)} data-region={region} className="inline-block py-1">
                {orderNames[sort]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shows how much was found and a link back; renders nothing if a whole tab is shown. */
function WhatIsShown({ library, query, all }: Omit<ShelfProps, "mine"> & { all: string }) {
  const { search, tag } = query;
  const { total, tab, tabs } = library;
  if (!search && !tag) return null;
  const label = tabs.find(({ tab_key: key }) => key === tab)?.label;
  const found = total === 1 ? "1 resource" : `${numberText(total)} resources`;
  return (
    <p className="mt-6" role="status">
      {found} {search ? `found for “${search}”` : `in ${label}`}
      {tag ? ` tagged “${tag}”` : ""}. {tag ? <a href={all}>Show them with any tag</a> : null}
      {search && tag ? " or " : null}
      {search ? <a href="/education">Show the whole library</a> : null}
    </p>
  );
}

/** Two columns for the tab of resources, and three for all others on wide screens. */
const columns = (tab: string | null) => (tab === "resources" ? "md:grid-cols-2" : "md:grid-cols-2 lg:grid-cols-3");
