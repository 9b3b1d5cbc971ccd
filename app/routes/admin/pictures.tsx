import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { excerptOf } from "../../admin/excerpt.ts";
import { ListFilters } from "../../admin/list-filters.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { givenPicture } from "../../features/pictures/given-picture.server.ts";
import { NewPictureForm } from "../../features/pictures/new-picture-form.tsx";
import { pictureBodyLimit } from "../../features/pictures/picture-file.ts";
import { PictureGrid } from "../../features/pictures/picture-grid.tsx";
import { listPictures } from "../../features/pictures/pictures.server.ts";
import { unprocessable } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Pages } from "../../ui/pages.tsx";

const path = "/admin/pictures";

export const handle: RouteHandle = { bodyLimit: pictureBodyLimit };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: [] });
  return { list: await listPictures(admin, query), query, newId: crypto.randomUUID() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const given = await givenPicture(context, admin, form);
  if ("refusal" in given) return unprocessable(given.refusal);
  return seeDone(`${path}/${given.picture.id}`, given.isHeavy ? "picture-heavy" : "picture");
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Pictures");

export default function Pictures() {
  const { list, query, newId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Pictures"
        note="Events, speakers, articles, founders and links show them. A picture stays here when they show another one."
        action={
          list.total > 0 ? (
            <ButtonLink looks={["small"]} href="#add">
              Add a picture
            </ButtonLink>
          ) : null
        }
      />
      {answer ? null : <Done />}
      {list.total > 0 || query.search ? (
        <ListFilters query={query} searches="descriptions" />
      ) : (
        <Empty title="There are no pictures yet" action={{ to: "#add", label: "Add the first one below" }}>
          Add one here, or with an event or an article that is to show it.
        </Empty>
      )}
      {list.rows.length > 0 ? (
        <section aria-label={pluralize(list.total, "picture")}>
          <p className="hint">{pluralize(list.total, "picture")}</p>
          <PictureGrid pictures={list.rows}>
            {({ id, alt }) => <a href={`${path}/${id}`}>{excerptOf(alt)}</a>}
          </PictureGrid>
        </section>
      ) : query.search ? (
        <NoMatch action={{ to: path, label: "Show all pictures" }}>No pictures match.</NoMatch>
      ) : null}
      <Pages label="Pages of pictures" page={list.page} pages={list.pages} href={(to) => listHref(path, query, to)} />
      <section className="panel narrow" aria-labelledby="add">
        <h2 id="add">Add a picture</h2>
        <NewPictureForm newId={newId} lastResult={answer?.add} save="Add picture" />
      </section>
    </>
  );
}
