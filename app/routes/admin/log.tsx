import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { ListFilters } from "../../admin/list-filters.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { useRights } from "../../admin/own-role.tsx";
import { logs, mayOpen, mayReadLogOf } from "../../admin/roles.ts";
import { When } from "../../admin/when.tsx";
import { listAdmins } from "../../features/admins/accounts.server.ts";
import {
  linesOf,
  manyRows,
  mostCounted,
  nameOf,
  pageOf,
  verbNames,
  verbOf,
} from "../../features/audit-log/audit-entry.ts";
import { readLog } from "../../features/audit-log/audit-log.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { durationText, retention } from "../../features/retention/retention.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ColumnHeads } from "../../ui/column-heads.tsx";

const path = "/admin/log";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const admins = mayOpen(admin.role, "/admin/admins")
    ? await listAdmins(admin)
    : [{ id: admin.id, email: admin.email }];
  const shown = Object.entries(logs).flatMap(([table, { name }]) =>
    mayReadLogOf(admin.role, table) ? [[table, name] as const] : [],
  );
  const query = readListQuery(request, {
    sorts: [],
    filters: {
      table: ["", ...shown.map(([table]) => table)],
      verb: ["", ...Object.keys(verbNames)],
      person: ["", "operator", ...admins.map(({ id }) => id)],
    },
  });
  const { table = "", verb = "", person = "" } = query.filters;
  const before = Number(new URL(request.url).searchParams.get("before"));
  const asked = {
    search: query.search,
    table,
    verb,
    person,
    before: Number.isSafeInteger(before) && before > 0 ? before : null,
  };
  const log = await readLog(admin, asked);
  return { ...log, query, admins, tables: Object.fromEntries(shown), isLater: asked.before !== null };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Log");

const optionsOf = (names: Record<string, string>) => [
  { value: "", label: "All" },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

/** @param seesAll whether the whole log is shown, as to owners; editors see the log of what they look after */
const noteOf = (seesAll: boolean) =>
  [
    `Every change by an admin${seesAll ? "" : ", of what editors look after,"} is listed here for ${durationText(retention.logEntry)}: nobody can change or delete an entry before that, but erasing a person takes their address out. Calls for talks, what becomes of proposals, and requests to speakers are not in it.`,
    seesAll
      ? `Sign-ins are removed after ${durationText(retention.signIn)}, wrong passwords for an account after ${durationText(retention.refusedSignIn)}.`
      : "Only owners see sign-ins, and changes of admins, people, subscribers and the site.",
    "For what visitors sent, the log keeps the names of changed fields but never their contents.",
    seesAll
      ? "When a person is erased, the log keeps a digest of the address, from which nobody without the site’s own key can tell whose it was."
      : "",
  ].join(" ");

export default function Log() {
  const seesAll = useRights().mayOpen("/admin/admins");
  const { entries, total, more, query, admins, tables, isLater } = useLoaderData<typeof loader>();
  const people = [
    { value: "", label: "Everybody" },
    ...admins.map(({ id, email }) => ({ value: id, label: email })),
    { value: "operator", label: "The operator" },
  ];
  const filters = [
    { name: "table", label: "What", options: optionsOf(tables) },
    { name: "verb", label: "Change", options: optionsOf(verbNames) },
    { name: "person", label: "Who", options: people },
  ];
  const isNarrowed = query.search !== "" || Object.values(query.filters).some(Boolean);
  return (
    <>
      <AdminHeader title="Log" note={noteOf(seesAll)} />
      <ListFilters
        query={query}
        searches="row number, or email address of the person who changed it"
        filters={filters}
      />
      {entries.length > 0 ? (
        <LogTable
          caption={`${total > mostCounted ? `More than ${mostCounted} entries` : pluralize(total, "entry", "entries")}${isLater ? " from here on" : ""}`}
        />
      ) : isNarrowed || isLater ? (
        <NoMatch action={{ to: path, label: "Show the whole log" }}>No entries match.</NoMatch>
      ) : (
        <Empty title="Nothing is logged yet" action={{ to: "/admin", label: "Dashboard" }}>
          The first change appears here: who, what and when.
        </Empty>
      )}
      <nav className="pages" aria-label="Pages of the log">
        {isLater ? <a href={listHref(path, query, 1)}>Newest</a> : null}
        {more ? (
          <a rel="next" href={olderThan(listHref(path, query, 1), entries.at(-1)?.id ?? 0)}>
            Older
          </a>
        ) : null}
      </nav>
    </>
  );
}

const olderThan = (href: string, id: number) => `${href}${href.includes("?") ? "&" : "?"}before=${id}`;

function LogTable({ caption }: { caption: string }) {
  const { entries, named } = useLoaderData<typeof loader>();
  return (
    <table className="rows">
      <caption className="hint">{caption}, newest first</caption>
      <ColumnHeads names={["When", "Who", "What", "Changes"]} />
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row">
              <When at={entry.at} />
            </th>
            <td data-label="Who">{entry.actor_email ?? nobodyKnown(entry)}</td>
            <td data-label="What">
              <What entry={entry} />
            </td>
            <td data-label="Changes">
              <Changes lines={linesOf(entry, named)} isWhole={entry.verb !== "update" && entry.verb !== "access"} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Entry = ReturnType<typeof useLoaderData<typeof loader>>["entries"][number];

function nobodyKnown({ actor, verb, changes }: Entry): string {
  if (actor) return "a deleted account";
  return verb === "access" && (changes as { by?: string }).by !== "operator" ? "someone" : "the operator";
}

function What({ entry }: { entry: Entry }) {
  const { named } = useLoaderData<typeof loader>();
  const page = pageOf(entry);
  const table = logs[entry.table_name]?.name ?? entry.table_name;
  const name = nameOf(entry, named);
  return (
    <>
      {verbOf(entry)}: {page ? <a href={page}>{table}</a> : table}
      {name ? ` “${name}”` : null}{" "}
      {entry.row_id === manyRows ? null : (
        <a className="history" href={`${path}?q=${entry.row_id}`}>
          History<span className="visually-hidden"> of this {table.toLowerCase()}</span>
        </a>
      )}
    </>
  );
}

function Changes({ lines, isWhole }: { lines: string[]; isWhole: boolean }) {
  if (lines.length === 0) return isWhole ? <>Fields are not recorded</> : null;
  const list = (
    <ul className="plain">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
  return isWhole ? (
    <details>
      <summary>All fields</summary>
      {list}
    </details>
  ) : (
    list
  );
}
