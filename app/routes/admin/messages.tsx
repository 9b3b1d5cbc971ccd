import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../features/admins/admins.server.ts";
import { beginningOf } from "../../features/admins/beginning.ts";
import { Done } from "../../features/admins/done.tsx";
import { ListFilters } from "../../features/admins/list-filters.tsx";
import { listHref, readListQuery } from "../../features/admins/list-query.ts";
import { When } from "../../features/admins/when.tsx";
import { statusLabels } from "../../features/contact/messages.schema.ts";
import { listMessages, messageSorts, messageStates } from "../../features/contact/messages.server.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { findFailingNotice, retryDelivery } from "../../features/outbox/deliveries.server.ts";
import { NoticePanel } from "../../features/outbox/notice-panel.tsx";
import { seeOther, throwUnavailable, unprocessable } from "../../platform/http.ts";
import { Notice } from "../../ui/form-messages.tsx";
import { Pages } from "../../ui/pages.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: messageSorts, filters: { state: messageStates } });
  const [{ rows, ...list }, notice] = await Promise.all([
    listMessages(admin, query),
    findFailingNotice(context, admin),
  ]).catch(throwUnavailable);
  return { query, list, notice, messages: rows.map((row) => ({ ...row, message: beginningOf(row.message) })) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  if (form.get("intent") !== "retry")
    return unprocessable({ refused: "Nothing was done: this page has no such button." });
  const retry = async () => {
    const notice = await findFailingNotice(context, admin);
    return notice !== null && retryDelivery(admin, notice.id);
  };
  return (await retry().catch(throwUnavailable))
    ? seeOther(`${path}?done=retried`)
    : unprocessable({ refused: "There is nothing to deliver any more." });
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Messages",
    description: "What people wrote to us.",
    path: "/admin/messages",
    indexed: false,
  });

const path = "/admin/messages";
const sorts = [
  { value: "latest", label: "Newest first" },
  { value: "earliest", label: "Oldest first" },
];
const states = [
  { value: "", label: "New and open" },
  { value: "new", label: "New" },
  { value: "open", label: "Open" },
  { value: "done", label: "Done" },
  { value: "spam", label: "Spam" },
  { value: "suspected", label: "Suspected spam" },
  { value: "all", label: "All but suspected spam" },
];

export default function Messages() {
  const { query, list, notice, messages } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1>Messages</h1>
      {answer ? <Notice bad title={answer.refused} /> : <Done />}
      {notice ? <NoticePanel notice={notice} /> : null}
      <ListFilters
        query={query}
        searches="names, addresses, texts and notes"
        sorts={sorts}
        filters={[{ name: "state", label: "Show", options: states }]}
      />
      {messages.length > 0 ? (
        <MessageTable messages={messages} total={list.total} />
      ) : query.search ? (
        <p className="lead">
          No message here matches.{" "}
          <a href={`${path}?${new URLSearchParams({ q: query.search, state: "all" })}`}>Search all</a>
        </p>
      ) : query.filters.state ? (
        <p className="lead">
          Nothing here. <a href={path}>New and open messages</a>
        </p>
      ) : (
        <p className="lead">
          Everything is answered. <a href={`${path}?state=done`}>Look at what is done</a>
        </p>
      )}
      <Pages
        label="Pages of messages"
        page={list.page}
        pages={list.pages}
        href={(page) => listHref(path, query, page)}
      />
    </>
  );
}

function MessageTable({
  messages,
  total,
}: {
  messages: ReturnType<typeof useLoaderData<typeof loader>>["messages"];
  total: number;
}) {
  return (
    <table className="rows">
      <caption className="hint">{total === 1 ? "1 message" : `${total.toLocaleString("en-US")} messages`}</caption>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">Message</th>
          <th scope="col">State</th>
          <th scope="col">Sent</th>
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <tr key={message.id}>
            <th scope="row" className="wrap-anywhere">
              <a href={`${path}/${message.id}`}>{message.name}</a>
            </th>
            <td data-label="Message" className="wrap-anywhere">
              {message.message}
            </td>
            <td data-label="State">{statusLabels[message.status]}</td>
            <td data-label="Sent">
              <When at={message.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
