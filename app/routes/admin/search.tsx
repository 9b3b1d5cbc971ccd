import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { NoMatch } from "../../admin/empty.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminKinds, adminKindWords } from "../../features/search/admin-kinds.ts";
import { searchAsAdmin } from "../../features/search/admin-search.server.ts";
import { numberText } from "../../platform/text/number-text.ts";
import { searchText } from "../../platform/text/text.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const text = searchText(new URL(request.url).searchParams.get("q"), 100);
  return { text, found: text ? await searchAsAdmin(admin, text) : null };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Search");

export default function AdminSearch() {
  const { text, found } = useLoaderData<typeof loader>();
  const kinds = adminKinds.flatMap((kind) => (found?.[kind] ? [{ kind, ...found[kind] }] : []));
  return (
    <>
      <AdminHeader
        title="Search"
        note="What you can open here, drafts too: every word has to be in it. Of articles, talks and issues, only titles are searched."
      />
      {found && kinds.length === 0 ? (
        <NoMatch>No results for “{text}”. Check the spelling, or search for fewer words.</NoMatch>
      ) : null}
      {kinds.map(({ kind, total, rows }) => {
        const { label, pathOf, listOf } = adminKindWords[kind];
        const rest = total - rows.length;
        return (
          <section key={kind} className="panel" aria-labelledby={kind}>
            <h2 id={kind}>
              {label} ({numberText(total)})
            </h2>
            <ul className="grid gap-2">
              {rows.map((row) => (
                <li key={row.id}>
                  <a href={pathOf(row)}>{row.title}</a> <span className="hint">{row.note}</span>
                </li>
              ))}
            </ul>
            {rest > 0 ? (
              <p>
                These are the latest 20.{" "}
                {listOf ? <a href={listOf(text)}>Show all {numberText(total)}</a> : "Add a word to see others."}
              </p>
            ) : null}
          </section>
        );
      })}
    </>
  );
}
