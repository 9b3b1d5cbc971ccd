import { getFormProps } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { newIdIn } from "../../admin/new-row.server.ts";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { channelNames, longestPost } from "../../features/channel-posts/channel-names.ts";
import { postSchema } from "../../features/channel-posts/channel-posts.schema.ts";
import { findSubject, postsAbout, queuePost } from "../../features/channel-posts/channel-posts.server.ts";
import { channelsOf } from "../../features/channel-posts/channels.server.ts";
import { PostTable } from "../../features/channel-posts/post-table.tsx";
import { startPosting } from "../../features/channel-posts/send-posts.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, seeOther, unprocessable } from "../../platform/request/http.ts";
import { numberText } from "../../platform/text/number-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field, RadioFields } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";

const subjectIn = (request: Request) => new URL(request.url).searchParams;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const asked = subjectIn(request);
  if (asked.size === 0) throw seeOther("/admin/posts");
  const subject = await findSubject(context, admin, asked);
  if (!subject) throw notFound();
  const channels = channelsOf(context.env).map(({ id }) => id);
  return { newId: crypto.randomUUID(), subject, channels, posts: await postsAbout(admin, subject) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const subject = await findSubject(context, admin, subjectIn(request));
  if (!subject) throw notFound();
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: postSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { channel } = submission.value;
  if (!channelsOf(context.env).some(({ id }) => id === channel))
    return unprocessable(submission.reply({ fieldErrors: { channel: ["This channel is not configured"] } }));
  const outcome = await queuePost(admin, (await newIdIn(form)) ?? crypto.randomUUID(), subject, submission.value);
  if (outcome === "not-public")
    return unprocessable(
      submission.reply({ formErrors: ["Visitors cannot read this page now, so nothing was posted."] }),
      409,
    );
  startPosting(context);
  return seeDone("/admin/posts", "posted");
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, `Post to a channel: ${args.data?.subject.title ?? ""}`);

export default function NewPost() {
  const { subject, channels, posts } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader title="Post to a channel" back={{ to: subject.page, label: subject.title }} />
      {subject.text === null ? (
        <p className="lead">Visitors cannot read this page yet: publish or send it first.</p>
      ) : channels.length === 0 ? (
        <p className="lead">
          No channel is configured. The operator of this website can set up Discord, Mastodon, Slack or Telegram.
        </p>
      ) : (
        <PostForm text={subject.text} />
      )}
      {posts.length > 0 ? <PostTable posts={posts} caption="Posts about this so far" /> : null}
    </>
  );
}

function PostForm({ text }: { text: string }) {
  const { newId, channels } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useAdminForm<z.input<typeof postSchema>>({
    id: "post-form",
    lastResult,
    defaultValue: { channel: channels[0], text },
  });
  const options = channels.map((id) => ({
    value: id,
    label: `${channelNames[id]}, at most ${numberText(longestPost[id])} characters`,
  }));
  return (
    <section className="panel form-panel" aria-label="The post">
      <form {...getFormProps(form)} method="post" className="form">
        <ErrorSummary fields={[fields.channel, fields.text]} formError={form.errors?.[0]} />
        <input type="hidden" name="new_id" value={newId} />
        <fieldset>
          <legend>Channel</legend>
          <RadioFields field={fields.channel} options={options} />
        </fieldset>
        <Field
          field={fields.text}
          label="Text"
          type="textarea"
          rows={10}
          hint="Sent as you see it here. On Discord, mentions in the text notify nobody."
        />
        <div className="actions">
          <Button data-busy="Posting …">Post it</Button>
        </div>
      </form>
    </section>
  );
}
