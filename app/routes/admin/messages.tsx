import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { promiseHash } from "remix-utils/promise";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { excerptOf } from "../../admin/excerpt.ts";
import { ListFilters } from "../../admin/list-filters.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { State } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";
import { statusLabels } from "../../features/contact/messages.schema.ts";
import { hasNoMessage, listMessages, messageSorts, messageStates } from "../../features/contact/messages.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { findFailingNotice, retryDelivery } from "../../features/outbox/deliveries.server.ts";
import { NoticePanel } from "../../features/outbox/notice-panel.tsx";
import { unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import { Pages } from "../../ui/pages.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: messageSorts, filters: { state: messageStates } });
  const { found, notice } = await promiseHash({
    found: listMessages(admin, query),
    notice: findFailingNotice(context, admin),
  });
  const { rows, ...list } = found;
  const isFirstDay = rows.length === 0 && (await hasNoMessage(admin));
  return {
    query,
    list,
    notice,
    isFirstDay,
    messages: rows.map((row) => ({ ...row, message: excerptOf(row.message) })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  if (form.get("intent") !== "retry")
    return unprocessable({ refused: "Nothing was changed: this page has no such button." });
  const retry = async () => {
    const notice = await findFailingNotice(context, admin);
    return notice !== null && retryDelivery(context, admin, notice.id);
  };
  return (await retry()) ? seeDone(path, "retried") : unprocessable({ refused: "There is nothing left to deliver." });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Messages");

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
  { value: "all", label: "All except suspected spam" },
];

const shapes = { new: "alert", open: "ring", done: "full", spam: "dashed" } as const;

export default function Messages() {
  const { query, list, notice, isFirstDay, messages } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader title="Messages" />
      {answer ? <Notice bad title={answer.refused} /> : <Done />}
      {notice ? <NoticePanel notice={notice} /> : null}
      <ListFilters
        query={query}
        searches="numbers, names, email addresses, texts and notes"
        sorts={sorts}
        filters={[{ name: "state", label: "Show", options: states }]}
      />
      {messages.length > 0 ? (
        <MessageTable messages={messages} total={list.total} />
      ) : isFirstDay ? (
        <Empty title="There are no messages yet" action={{ to: "/contact", label: "See the contact page" }}>
          Messages that visitors send from the contact page appear here as new, until an admin marks them as done.
        </Empty>
      ) : query.search ? (
        <NoMatch
          action={{ to: `${path}?${new URLSearchParams({ q: query.search, state: "all" })}`, label: "Search all" }}
        >
          No messages match.
        </NoMatch>
      ) : query.filters.state ? (
        <NoMatch action={{ to: path, label: "New and open messages" }}>Nothing here.</NoMatch>
      ) : (
        <Empty
          title="No new or open messages"
          action={{ to: `${path}?state=done`, label: "See messages marked as done" }}
        >
          New messages from the contact page appear here.
        </Empty>
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
      <caption className="hint">{pluralize(total, "message")}</caption>
      <ColumnHeads names={["From", "Message", "State", "Sent"]} />
      <tbody>
        {messages.map((message) => (
          <tr key={message.id}>
            <th scope="row" className="wrap-anywhere">
              <a href={`${path}/${message.id}`}>
                <bdi>{message.name}</bdi>
              </a>
            </th>
            <td data-label="Message" className="wrap-anywhere">
              {message.message}
            </td>
            <td data-label="State">
              <State shape={shapes[message.status]}>{statusLabels[message.status]}</State>
            </td>
            <td data-label="Sent">
              <When at={message.created_at} isShort />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
