import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { promiseHash } from "remix-utils/promise";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { type AdminDone, Done, seeDone } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { ExportLinks } from "../../admin/export-links.tsx";
import { isId } from "../../admin/list-page.server.ts";
import { listHref } from "../../admin/list-query.ts";
import { movedQuery, Undo, UndoMove } from "../../admin/undo.tsx";
import {
  type EditedResource,
  findEditedResource,
  listEditedResources,
  listTabChoices,
  moveResource,
  publishResource,
  readResourceQuery,
  restoreResource,
} from "../../features/education/resource-editing.server.ts";
import { ResourceFilters } from "../../features/education/resource-filters.tsx";
import ResourceOrder from "../../features/education/resource-order.island.tsx";
import { ResourceTable } from "../../features/education/resource-table.tsx";
import { orderChanged, positionSchema } from "../../features/education/tabs.schema.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { unprocessable } from "../../platform/request/http.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import { Island } from "../../ui/island.tsx";
import { Pages } from "../../ui/pages.tsx";

const path = "/admin/resources";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readResourceQuery(request);
  const { list, tabs, undo } = await promiseHash({
    list: listEditedResources(admin, query),
    tabs: listTabChoices(admin),
    undo: undoOf(admin, context.done?.word, new URL(request.url).searchParams),
  });
  return { ...list, tabs, query, undo };
}

/** Returns the form fields that undo the action reported in the query; null if there is none. */
async function undoOf(
  admin: Admin,
  done: string | undefined,
  query: URLSearchParams,
): Promise<Record<string, string> | null> {
  const id = query.get("id") ?? "";
  if (!isId(id)) return null;
  if (done === "deleted") return { intent: "restore", id };
  if (done !== "published" && done !== "unpublished") return null;
  const resource = await findEditedResource(admin, id);
  const intent = done === "published" ? "unpublish" : "publish";
  return resource && { intent, id, version: resource.updated_at };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const id = String(form.get("id") ?? "");
  const intent = form.get("intent");
  const query = readResourceQuery(request);
  const href = listHref(path, query, query.page);
  const done = (word: AdminDone, more = "") =>
    seeDone(`${href}${more && `${href.includes("?") ? "&" : "?"}${more}`}#row-${id}`, word);
  switch (intent) {
    case "publish":
    case "unpublish": {
      const isPublished = intent === "publish";
      const version = String(form.get("version"));
      const outcome = await publishResource(admin, id, isPublished, version);
      if (outcome === "saved") return done(`${intent}ed`, `id=${id}`);
      return unprocessable({ refused: "This resource was changed since you opened it. Check it again first." }, 409);
    }
    case "restore": {
      const outcome = await restoreResource(admin, id);
      return outcome === "restored"
        ? done("restored")
        : unprocessable({ refused: "This resource no longer exists." }, 404);
    }
    default: {
      const submission = parseWithZod(form, { schema: positionSchema });
      if (submission.status !== "success")
        return unprocessable({ refused: "Enter a position in the list, starting at 1." });
      const outcome = await moveResource(admin, submission.value);
      if (outcome === "placed") return done("placed", movedQuery(id, form.get("from")));
      if (outcome === "changed") return unprocessable({ refused: orderChanged }, 409);
      return unprocessable({ refused: "This resource was deleted." }, 404);
    }
  }
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Resources");

export default function Resources() {
  const { rows, total, page, pages, query, tabs, undo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { tab, state } = query.filters;
  const isOrdered = Boolean(tab) && !state && !query.search && query.sort === "order";
  return (
    <>
      <AdminHeader
        title="Resources"
        action={
          <ButtonLink looks={["small"]} href={tab ? `${path}/new?tab=${tab}` : `${path}/new`}>
            New resource
          </ButtonLink>
        }
      >
        <ExportLinks path={path} what="the library" />
        <a href="/admin/imports?of=resources">Import resources</a>
      </AdminHeader>
      {answer ? <Notice bad title={answer.refused} /> : <Done>{undo ? <Undo fields={undo} /> : <UndoMove />}</Done>}
      <ResourceFilters query={query} tabs={tabs} />
      {rows.length > 0 ? (
        isOrdered ? (
          <Island
            id="order"
            name="resource-order"
            of={ResourceOrder}
            props={{ rows: rows.map(orderedRow), before: (page - 1) * 50, total }}
          />
        ) : (
          <ResourceTable rows={rows} tabs={tabs} total={total} />
        )
      ) : (
        <Nothing />
      )}
      <Pages label="Pages of resources" page={page} pages={pages} href={(to) => listHref(path, query, to)} />
    </>
  );
}

/** Only what the row shows of a resource, to keep the page small. */
const orderedRow = ({ id, title, is_published, updated_at, deleted_at, likes_count, link }: EditedResource) => ({
  id,
  title,
  is_published,
  updated_at,
  deleted_at,
  likes_count,
  link: link && { state: link.state },
});

function Nothing() {
  const { query, tabs } = useLoaderData<typeof loader>();
  const { tab, state } = query.filters;
  if (query.search || state) {
    return <NoMatch action={{ to: path, label: "Show all resources" }}>No resources match.</NoMatch>;
  }
  if (tabs.length === 0) {
    return (
      <Empty title="The library is empty" action={{ to: "/admin/tabs", label: "Create the first tab" }}>
        Resources are the books, videos and courses of the library. Each belongs to a tab, so create a tab first.
      </Empty>
    );
  }
  return (
    <Empty
      title={tab ? "There are no resources in this tab yet" : "There are no resources yet"}
      action={{ to: tab ? `${path}/new?tab=${tab}` : `${path}/new`, label: "Add the first one" }}
    >
      A title, two sentences and a link are enough. It stays a draft until you publish it.
    </Empty>
  );
}
