import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { type AdminDone, Done, seeDone } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { ListFilters } from "../../admin/list-filters.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { type Decision, decisionSchema } from "../../features/channel-posts/channel-posts.schema.ts";
import { decide, listPosts, postStates } from "../../features/channel-posts/channel-posts.server.ts";
import { channelsOf } from "../../features/channel-posts/channels.server.ts";
import { PostTable } from "../../features/channel-posts/post-table.tsx";
import { startPosting } from "../../features/channel-posts/send-posts.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Notice } from "../../ui/form-messages.tsx";
import { Pages } from "../../ui/pages.tsx";

const path = "/admin/posts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: [], filters: { state: postStates } });
  const list = await listPosts(admin, query.filters.state ?? "", query.page);
  return { query, list, hasChannel: channelsOf(context.env).length > 0 };
}

const dones: Record<Decision, AdminDone> = { again: "retried", arrived: "saved", withdraw: "deleted" };

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const submission = parseWithZod(await request.formData(), { schema: decisionSchema });
  if (submission.status !== "success")
    return unprocessable({ refused: "Nothing was changed: this page has no such button." });
  const { id, intent, attempt } = submission.value;
  if ((await decide(admin, id, intent, attempt)) === "changed")
    return unprocessable({ refused: "Nothing was changed: this post has changed since you opened the page." }, 409);
  if (intent === "again") startPosting(context);
  return seeDone(path, dones[intent]);
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Posts");

const states = [
  { value: "", label: "All" },
  { value: "open", label: "Not sent" },
  { value: "sent", label: "Sent" },
];

export default function Posts() {
  const { query, list, hasChannel } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="Posts"
        note="Posts about events, articles and issues in channels elsewhere, for example on Discord."
      />
      {answer ? <Notice bad title={answer.refused} /> : <Done />}
      {list.total > 0 || query.filters.state ? (
        <ListFilters query={query} filters={[{ name: "state", label: "Show", options: states }]} />
      ) : null}
      {list.rows.length > 0 ? (
        <PostTable posts={list.rows} caption={pluralize(list.total, "post")} />
      ) : query.filters.state ? (
        <NoMatch action={{ to: path, label: "Show all" }}>Nothing here.</NoMatch>
      ) : (
        <Empty title="Nothing has been posted yet">
          {hasChannel
            ? "Open an event, an article or an issue that visitors can read, and choose “Post to a channel”."
            : "No channel is configured. The operator of this website can set up Discord, Mastodon, Slack or Telegram."}
        </Empty>
      )}
      <Pages label="Pages of posts" page={list.page} pages={list.pages} href={(page) => listHref(path, query, page)} />
    </>
  );
}
