import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { ExportLinks } from "../../admin/export-links.tsx";
import { ListFilters } from "../../admin/list-filters.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { useRights } from "../../admin/own-role.tsx";
import { State } from "../../admin/state.tsx";
import { Undo } from "../../admin/undo.tsx";
import { EntryTable } from "../../features/attendance/entries/entry-table.tsx";
import {
  closeWaitlist,
  countOffers,
  entrySorts,
  entryStates,
  findWaitlist,
  listEntries,
} from "../../features/attendance/entries/waitlists.server.ts";
import { fillSpots } from "../../features/attendance/reservations/reservations-by-hand.server.ts";
import { pathOf } from "../../features/events/event/event.ts";
import { joiningOf, listState, newsOf, nobodyWaits, situationOf } from "../../features/events/form/waitlist-words.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { notFound, seeOther } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Pages } from "../../ui/pages.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const waitlist = await findWaitlist(admin, params.key ?? "");
  if (!waitlist) throw notFound();
  const query = readListQuery(request, { sorts: entrySorts, filters: { state: entryStates } });
  const [list, offers] = await Promise.all([
    listEntries(admin, waitlist.id, query),
    waitlist.event.takes_reservations ? countOffers(admin, waitlist.id) : 0,
  ]);
  const confirming = offers > 0 && new URL(request.url).searchParams.get("confirm") === "close";
  // Undo is offered as long as the waitlist is as the change left it.
  const isAsDone = context.done?.word === (waitlist.event.waitlist_closed ? "waitlist-closed" : "waitlist-opened");
  const hasSender = senderOf(context.env) !== null;
  return { waitlist, query, list, offers, confirming, isAsDone, hasSender, now: context.now.toISOString() };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const waitlist = await findWaitlist(admin, params.key ?? "");
  if (!waitlist) throw notFound();
  const here = `/admin/waitlists/${waitlist.key}`;
  const { takes_reservations: givesSpots } = waitlist.event;
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent !== "close" && intent !== "open") return seeOther(here);
  if (intent === "close" && givesSpots) {
    const offers = await countOffers(admin, waitlist.id);
    if (offers > 0 && form.get("offers") !== String(offers)) return seeOther(`${here}?confirm=close#close`);
  }
  await closeWaitlist(admin, waitlist.id, intent === "close");
  if (givesSpots) await fillSpots(context, admin, waitlist.id);
  return seeDone(here, intent === "close" ? "waitlist-closed" : "waitlist-opened");
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: `Waitlist: ${args.data?.waitlist.title ?? ""}`,
    description: "Who is on the list of an event.",
    path: "/admin/waitlists",
    indexed: false,
  });

const sorts = [
  { value: "joined", label: "Earliest first" },
  { value: "latest", label: "Latest first" },
];
const states = [
  { value: "", label: "All" },
  { value: "waiting", label: "Not yet notified" },
  { value: "told", label: "Notified" },
  { value: "spam", label: "Suspected spam" },
  { value: "failing", label: "Failing deliveries" },
];

const nobody: Record<string, string> = {
  "": "No entries match.",
  told: "Nobody has been notified yet.",
  spam: "There is no suspected spam.",
  failing: "No deliveries are failing.",
};

export default function WaitlistPage() {
  const { waitlist, query, list, offers, confirming, isAsDone, ...loaded } = useLoaderData<typeof loader>();
  const now = new Date(loaded.now);
  const { shape, text } = listState(waitlist, now);
  const isClosed = waitlist.event.waitlist_closed;
  const otherIntent = isClosed ? "open" : "close";
  const path = `/admin/waitlists/${waitlist.key}`;
  const mayExport = useRights().mayOpen("/admin/waitlists/:key.csv");
  const isNarrowed = query.search !== "" || query.filters.state !== "";
  return (
    <>
      <AdminHeader
        title={waitlist.title}
        back={{ to: "/admin/waitlists", label: "All waitlists" }}
        action={
          loaded.hasSender || mayExport ? (
            <ButtonLink looks={["small"]} href={loaded.hasSender ? `${path}/emails` : `${path}/tickets`}>
              {loaded.hasSender ? "Email this waitlist" : newsOf(waitlist, now)} …
            </ButtonLink>
          ) : (
            "This site sends no email: ask an owner to write to this list."
          )
        }
      >
        <State shape={shape}>{text}</State>
        {waitlist.event.status === "cancelled" ? null : (
          <form method="post">
            <input type="hidden" name="intent" value={otherIntent} />
            <Button looks={["ghost", "small"]}>
              {isClosed ? "Open" : "Close"} {waitlist.event.takes_reservations ? "sign-up" : "the waitlist"}
            </Button>
          </form>
        )}
        {waitlist.event.takes_reservations ? (
          <a href={`/admin/events/${waitlist.id}/reservations`}>Reservations</a>
        ) : (
          <span>
            {waitlist.waiting} not yet notified, {waitlist.told} notified
          </span>
        )}
        {mayExport ? <ExportLinks path={path} /> : null}
        {waitlist.spam > 0 ? (
          <span>
            Kept separately: <a href={`${path}?state=spam`}>{waitlist.spam} suspected spam</a>
            {mayExport ? (
              <>
                {" "}
                (<a href={`${path}.csv?state=spam`}>as CSV</a>)
              </>
            ) : null}
          </span>
        ) : null}
      </AdminHeader>
      <Done>{isAsDone ? <Undo fields={{ intent: otherIntent }} /> : null}</Done>
      {confirming ? <Closing path={path} offers={offers} /> : null}
      <ListFilters
        query={query}
        searches="names, email addresses and notes"
        sorts={sorts}
        filters={[{ name: "state", label: "Show", options: states }]}
      />
      {list.rows.length > 0 ? (
        <EntryTable path={path} entries={list.rows} total={list.total} />
      ) : isNarrowed ? (
        <NoMatch action={{ to: path, label: "Show all" }}>
          {nobody[query.search ? "" : (query.filters.state ?? "")] ?? nobodyWaits}
        </NoMatch>
      ) : (
        <Empty
          title="Nobody is on this waitlist"
          action={waitlist.is_published ? { to: pathOf(waitlist), label: "See the event’s page" } : undefined}
        >
          {[situationOf(waitlist, now), joiningOf(waitlist, now)].filter(Boolean).join(" ")}
        </Empty>
      )}
      <Pages
        label="Pages of the waitlist"
        page={list.page}
        pages={list.pages}
        href={(page) => listHref(path, query, page)}
      />
    </>
  );
}

/** Asks first, because people with an open offer lose their spot through no fault of theirs. */
function Closing({ path, offers }: { path: string; offers: number }) {
  return (
    <Danger
      id="close"
      isQuestion
      title="Close sign-up?"
      text={`${pluralize(offers, "person has not answered an offer yet", "people have not answered their offers yet")}. Closing sign-up ends unanswered offers without an email, and opening it again does not bring them back.`}
    >
      <form method="post" className="form">
        <input type="hidden" name="intent" value="close" />
        <input type="hidden" name="offers" value={offers} />
        <div className="actions">
          <Button className="danger">Close sign-up</Button>
          <a href={path}>Keep it open</a>
        </div>
      </form>
    </Danger>
  );
}
