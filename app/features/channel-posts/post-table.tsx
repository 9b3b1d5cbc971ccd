import { State } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";
import { Button } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { channelNames, postStates } from "./channel-names.ts";
import type { ChannelPost } from "./channel-posts.server.ts";

const subjectOf = ({ event_id, article_id, issue_id }: ChannelPost) =>
  event_id
    ? { to: `/admin/events/${event_id}`, label: "Event" }
    : article_id
      ? { to: `/admin/articles/${article_id}`, label: "Article" }
      : { to: `/admin/issues/${issue_id}`, label: "Issue" };

export function PostTable({ posts, caption }: { posts: ChannelPost[]; caption: string }) {
  return (
    <table className="rows">
      <caption className="hint">{caption}</caption>
      <ColumnHeads names={["Text", "Channel", "About", "State", "Decide"]} />
      <tbody>
        {posts.map((post) => (
          <PostRow key={post.id} post={post} />
        ))}
      </tbody>
    </table>
  );
}

function PostRow({ post }: { post: ChannelPost }) {
  const [title, ...rest] = post.text.split("\n");
  const subject = subjectOf(post);
  return (
    <tr>
      <th scope="row">
        {rest.length > 0 ? (
          <details>
            <summary>{title}</summary>
            <p className="whitespace-pre-wrap wrap-anywhere">{rest.join("\n").trim()}</p>
          </details>
        ) : (
          title
        )}
      </th>
      <td data-label="Channel">{channelNames[post.channel]}</td>
      <td data-label="About">
        <a href={subject.to}>{subject.label}</a>
      </td>
      <td data-label="State">
        <Progress post={post} />
      </td>
      <td>
        <Decisions post={post} />
      </td>
    </tr>
  );
}

function Progress({ post }: { post: ChannelPost }) {
  const { state, attempts, last_error: error } = post;
  switch (state) {
    case "sent":
      return (
        <State shape="full">
          {postStates.sent} <When at={post.settled_at ?? post.created_at} isShort />
        </State>
      );
    case "sending":
      return <State shape="ring">{postStates.sending}</State>;
    case "due":
      return (
        <>
          <State shape="ring">{attempts === 0 ? postStates.due : "Will be tried again"}</State>
          {attempts > 0 ? (
            <p className="hint">
              {error}. Next attempt <When at={post.next_attempt_at} isShort />
            </p>
          ) : null}
        </>
      );
    case "failed":
      return (
        <>
          <State shape="alert">{postStates.failed}</State>
          <p className="hint">{error}</p>
        </>
      );
    case "uncertain":
      return (
        <>
          <State shape="dashed">{postStates.uncertain}</State>
          <p className="hint">{error}. Check the channel: the post may or may not be there.</p>
        </>
      );
  }
}

const labels = { again: "Send again", arrived: "It is there", withdraw: "Remove from this list" } as const;

function Decisions({ post: { id, state, attempts, channel } }: { post: ChannelPost }) {
  const possible: (keyof typeof labels)[] =
    state === "uncertain"
      ? ["arrived", "again", "withdraw"]
      : state === "failed"
        ? ["again", "withdraw"]
        : state === "due"
          ? ["withdraw"]
          : [];
  if (possible.length === 0) return null;
  return (
    <form method="post" action="/admin/posts" className="actions">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="attempt" value={attempts} />
      {possible.map((decision) => (
        <Button key={decision} name="intent" value={decision} looks={["ghost", "small"]}>
          {labels[decision]}
          <span className="visually-hidden">, {channelNames[channel]}</span>
        </Button>
      ))}
    </form>
  );
}
