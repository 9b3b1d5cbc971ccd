import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { promiseHash } from "remix-utils/promise";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { ExportLinks } from "../../admin/export-links.tsx";
import { ListFilters } from "../../admin/list-filters.tsx";
import { isId } from "../../admin/list-page.server.ts";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { Undo } from "../../admin/undo.tsx";
import { issuesSenderOf } from "../../features/mail/mail-sender.server.ts";
import { readStrangersQueue } from "../../features/mail/strangers-queue.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { CorrectSubscriber } from "../../features/newsletter/correct-subscriber.tsx";
import { readKeptAddresses } from "../../features/newsletter/kept-addresses.server.ts";
import { correctionSchema } from "../../features/newsletter/newsletter.schema.ts";
import { RemoveSubscriber } from "../../features/newsletter/remove-subscriber.tsx";
import { SubscriberNotices } from "../../features/newsletter/subscriber-notices.tsx";
import { SubscriberTable } from "../../features/newsletter/subscriber-table.tsx";
import {
  askToConfirm,
  changeSubscriber,
  countUnasked,
  findSubscriber,
  listSubscribers,
  removeSubscriber,
  type Subscriber,
  subscriberSorts,
  subscriberStates,
} from "../../features/newsletter/subscribers.server.ts";
import { retryDelivery } from "../../features/outbox/deliveries.server.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import { Pages } from "../../ui/pages.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const isOwn = issuesSenderOf(context.env) !== null;
  const choices = subscriberStates(isOwn);
  const query = readListQuery(request, { sorts: subscriberSorts, filters: { state: choices } });
  const asked = new URL(request.url).searchParams;
  const found = await promiseHash({
    list: listSubscribers(admin, query, isOwn),
    kept: readKeptAddresses(context, admin),
    inTurn: readStrangersQueue(context, admin),
    unasked: isOwn ? countUnasked(admin) : Promise.resolve(0),
    leaving: findSubscriber(admin, asked.get("confirm")),
    cleared: findSubscriber(admin, context.done?.word === "cleared" ? asked.get("id") : null),
    corrected: findSubscriber(admin, asked.get("correct")),
  });
  return { query, choices, isOwn, ...found };
}

const path = "/admin/subscribers";
const refusals = {
  changed: "This address was changed or removed in the meantime. Check the list again.",
  delivered: "There is nothing left to deliver.",
  duplicate: "This address is already on the list, so this copy of it can only be removed.",
};

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const [id, version] = [String(form.get("id")), String(form.get("version"))];
  const intent = form.get("intent");
  if (intent === "ask" && issuesSenderOf(context.env)) {
    await askToConfirm(admin);
    context.startPost();
    return seeDone(path, "asked");
  }
  if (intent === "retry" && /^[1-9]\d{0,15}$/.test(id)) {
    const isDue = await retryDelivery(context, admin, Number(id));
    return isDue ? seeDone(path, "retried") : unprocessable({ refused: refusals.delivered, correction: undefined });
  }
  if (!isId(id)) throw notFound();
  if (intent === "clear" || intent === "suspect") {
    const outcome = await changeSubscriber(admin, id, { suspected_spam: intent === "suspect" }, version);
    if (outcome !== "saved") return unprocessable({ refused: refusals[outcome], correction: undefined });
    return intent === "clear"
      ? seeDone(`${path}?id=${id}&state=spam`, "cleared")
      : seeDone(`${path}?state=spam`, "suspected");
  }
  if (intent === "correct") return correct(admin, id, version, form);
  const outcome = await removeSubscriber(admin, id, version);
  return outcome === "deleted"
    ? seeDone(path, "removed")
    : unprocessable({ refused: refusals.changed, correction: undefined });
}

async function correct(admin: Admin, id: string, version: string, form: FormData) {
  const submission = parseWithZod(form, { schema: correctionSchema });
  if (submission.status !== "success") return unprocessable({ refused: null, correction: submission.reply() });
  const outcome = await changeSubscriber(admin, id, { email: submission.value.email }, version);
  if (outcome === "saved") return seeDone(path, "corrected");
  if (outcome === "changed") return unprocessable({ refused: refusals.changed, correction: submission.reply() }, 409);
  const fieldErrors = { email: ["This address is already on the list"] };
  return unprocessable({ refused: null, correction: submission.reply({ fieldErrors }) });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Subscribers");

const sorts = [
  { value: "latest", label: "Latest first" },
  { value: "earliest", label: "Earliest first" },
  { value: "address", label: "By address" },
];
const states: Record<string, string> = {
  "": "Subscribers",
  confirmed: "Confirmed",
  waiting: "Not confirmed",
  left: "Unsubscribed",
  spam: "Suspected spam",
};

export default function Subscribers() {
  const { query, choices, isOwn, list, kept, inTurn, unasked, leaving, cleared, corrected } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { state = "" } = query.filters;
  const isSpam = state === "spam";
  return (
    <>
      <AdminHeader
        title="Subscribers"
        action={
          <ButtonLink looks={["ghost", "small"]} href="/admin/imports?of=subscribers">
            Import subscribers
          </ButtonLink>
        }
      >
        {list.total > 0 ? (
          <ExportLinks
            path={path}
            query={listHref("", { ...query, sort: "" }, 1)}
            what={
              query.search ? "those found" : isSpam ? "suspected spam" : state ? "these subscribers" : "all subscribers"
            }
          />
        ) : null}
      </AdminHeader>
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {answer ? null : <Done>{cleared ? <UndoClearing subscriber={cleared} /> : null}</Done>}
      {corrected ? (
        <CorrectSubscriber
          subscriber={corrected}
          isConfirmedByMail={isOwn}
          back={listHref(path, query, query.page)}
          lastResult={answer?.correction ?? undefined}
        />
      ) : null}
      {leaving && !answer ? <RemoveSubscriber subscriber={leaving} back={listHref(path, query, query.page)} /> : null}
      <SubscriberNotices kept={kept} inTurn={inTurn} unasked={answer ? 0 : unasked} />
      <ListFilters
        query={query}
        searches="email addresses"
        sorts={sorts}
        filters={[
          { name: "state", label: "Show", options: choices.map((value) => ({ value, label: states[value] ?? "" })) },
        ]}
      />
      {list.rows.length > 0 ? (
        <SubscriberTable
          subscribers={list.rows}
          total={list.total}
          hasStates={isOwn && !isSpam}
          change={(id, change) => listHref(path, { ...query, filters: { ...query.filters, [change]: id } }, list.page)}
        />
      ) : query.search ? (
        <NoMatch action={{ to: path, label: "Show all" }}>No addresses match.</NoMatch>
      ) : state && !isSpam ? (
        <NoMatch action={{ to: path, label: "Show all" }}>No subscribers are in this state.</NoMatch>
      ) : isSpam ? (
        <NoMatch action={{ to: path, label: "Show subscribers" }}>There is no suspected spam.</NoMatch>
      ) : (
        <Empty
          title="There are no subscribers"
          action={{ to: "/insights#newsletter", label: "See the form on Insights" }}
        >
          People who subscribe on Insights or on the home page are listed here with the date, and can be exported as a
          file. While a newsletter provider is configured, new addresses go there instead, and are here only until it
          has them.
        </Empty>
      )}
      <Pages
        label="Pages of subscribers"
        page={list.page}
        pages={list.pages}
        href={(page) => listHref(path, query, page)}
      />
    </>
  );
}

function UndoClearing({ subscriber: { id, updated_at: version, suspected_spam } }: { subscriber: Subscriber }) {
  return suspected_spam ? null : <Undo fields={{ intent: "suspect", id, version }} />;
}
