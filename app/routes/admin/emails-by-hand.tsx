import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { withTimeToExport } from "../../admin/export.server.ts";
import { readListQuery } from "../../admin/list-query.ts";
import { useRights } from "../../admin/own-role.tsx";
import { When } from "../../admin/when.tsx";
import { BccBatches } from "../../features/attendance/people/bcc-batches.tsx";
import {
  addressesPerPage,
  listAddresses,
  readFigures,
  tellPeople,
} from "../../features/attendance/people/people.server.ts";
import { momentOf } from "../../features/attendance/sign-up/moment.ts";
import { countUnsettled } from "../../features/campaigns/campaigns.server.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { joiningOf, newsOf, nobodyWaits, situationOf } from "../../features/events/form/waitlist-words.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { notFound, seeOther } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Pages } from "../../ui/pages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const asked = new URL(request.url).searchParams;
  const told = momentOf(asked.get("told"), context.now);
  // Later pages, the file and the button all refer to the people who were waiting when the first page was made.
  const until = momentOf(asked.get("until"), context.now) ?? context.now.toISOString();
  const { page } = readListQuery(request, { sorts: [] });
  const whom = told ? { told } : { until };
  const [list, { counts }, unsettled] = await Promise.all([
    listAddresses(admin, event.id, whom, page),
    readFigures(admin, event.id),
    told ? 0 : countUnsettled(admin, event.id),
  ]);
  const first = (list.page - 1) * addressesPerPage + 1;
  return {
    event,
    counts,
    unsettled,
    now: context.now.toISOString(),
    told,
    until,
    first,
    confirming: asked.get("confirm") === "told",
    list: { ...list, rows: list.rows.map(({ email }) => email) },
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const here = `/admin/events/${event.id}/emails/by-hand`;
  const until = momentOf(String((await request.formData()).get("until")), context.now);
  if (!until) return seeOther(here);
  await tellPeople(await withTimeToExport(context, admin), event.id, until);
  return seeDone(`${here}?told=${until}`, "told");
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: `Notify people by hand: ${args.data?.event.title ?? ""}`,
    description: "The people of an event who have not been notified yet.",
    path: "/admin/events",
    indexed: false,
  });

export default function EmailsByHand() {
  const { event, counts, unsettled, told, until, first, confirming, list, ...loaded } = useLoaderData<typeof loader>();
  const { mayOpen } = useRights();
  const now = new Date(loaded.now);
  const listed = { event, is_published: event.is_published };
  const situation = situationOf(listed, now);
  const path = `/admin/events/${event.id}`;
  const here = `${path}/emails/by-hand`;
  const moment = told ? `told=${told}` : `until=${until}`;
  const people = pluralize(list.total, "person", "people");
  const header = (
    <AdminHeader title={newsOf(listed, now)} back={{ to: `${path}/emails`, label: `Emails: ${event.title}` }} />
  );
  if (unsettled > 0) {
    return (
      <>
        {header}
        <p className="lead">
          {pluralize(unsettled, "email", "emails")} to these people {unsettled === 1 ? "is" : "are"} on the way or
          uncertain. Nobody is listed here until that is settled, so that nobody is notified twice:{" "}
          <a href={`${path}/emails`}>see how far they are</a>.
        </p>
      </>
    );
  }
  return (
    <>
      {header}
      <Done />
      {situation ? <p className="lead">{situation}</p> : null}
      {situation && counts.notified > 0 && !told ? (
        <p>
          This page lists only people who have not been notified yet.{" "}
          {pluralize(counts.notified, "person was notified earlier", "people were notified earlier")}:{" "}
          <a href={`${path}/people`}>see everyone</a>.
        </p>
      ) : null}
      {told ? (
        <p className="lead">
          {people} marked as notified, <When at={told} />. Their addresses stay here, in case a message still has to go
          out.
        </p>
      ) : list.total > 0 ? (
        <p className="lead">
          {people} {list.total === 1 ? "hasn’t" : "haven’t"} been notified yet. Write first, then mark them as notified.
        </p>
      ) : (
        <p className="lead">
          {nobodyWaits} {joiningOf(listed, now)}
        </p>
      )}
      {list.total > 0 ? (
        <>
          <div className="panel stacked">
            <BccBatches addresses={list.rows} first={first} />
            {mayOpen("/admin/events/:id/people.csv") ? (
              <p>
                <ButtonLink looks={["ghost", "small"]} href={`${path}/people.csv?${moment}`}>
                  {people} as CSV
                </ButtonLink>
              </p>
            ) : null}
          </div>
          <Pages
            label="Pages of addresses"
            page={list.page}
            pages={list.pages}
            href={(page) => `${here}?${moment}&page=${page}`}
          />
        </>
      ) : null}
      {told ? (
        <p>
          {counts.unnotified > 0
            ? `${counts.unnotified} more not yet notified. `
            : "Nobody else is waiting to be notified. "}
          <a href={here}>Look again</a>
        </p>
      ) : list.total > 0 ? (
        <Marking people={people} until={until} here={`${here}?${moment}`} confirming={confirming} />
      ) : null}
    </>
  );
}

interface MarkingProps {
  people: string;
  until: string;
  here: string;
  confirming: boolean;
}

function Marking({ people, until, here, confirming }: MarkingProps) {
  if (!confirming) {
    return (
      <section className="panel" aria-labelledby="told">
        <h2 id="told">When your messages are sent</h2>
        <p>
          Mark everyone above as notified, on every page of addresses, with the time of this list (
          <When at={until} />
          ). People who join later are not marked.
        </p>
        <ButtonLink href={`${here}&confirm=told#told`}>Mark {people} as notified …</ButtonLink>
      </section>
    );
  }
  return (
    <Danger
      id="told"
      isQuestion
      title={`Mark ${people} as notified?`}
      text="This cannot be undone: afterward, nobody can see here who still has to be notified. Marking sends no email."
    >
      <form method="post" className="actions">
        <input type="hidden" name="until" value={until} />
        <Button className="danger" data-busy="Marking …">
          Mark {people} as notified
        </Button>
        <a href={here}>Not yet</a>
      </form>
    </Danger>
  );
}
