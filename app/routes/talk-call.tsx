import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { callPath, pathOf } from "../features/events/event/event.ts";
import { letterWait } from "../features/mail/letter-wait.server.ts";
import { senderOf } from "../features/mail/mail-sender.server.ts";
import { formsAreFull, ifNoneComes } from "../features/mail/mail-words.ts";
import { MarkdownText } from "../features/markdown/markdown-text.tsx";
import { pageMeta } from "../features/metadata/metadata.ts";
import { ProposalForm } from "../features/proposals/proposal-form.tsx";
import { proposalSchema } from "../features/proposals/proposals.schema.ts";
import { proposeTalk, readCall } from "../features/proposals/proposals.server.ts";
import { DatabaseUnavailable } from "../platform/database/unavailable.ts";
import { notFound, seeOther, unprocessable, withDone } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { withTimeFloor } from "../platform/request/time-floor.ts";
import { momentText } from "../platform/text/site-time.ts";
import { slug } from "../platform/text/text.ts";
import { Notice } from "../ui/form-messages.tsx";
import { LetterWait } from "../ui/letter-wait.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/events", cache: { receipts: true } };

export async function loader({ params: { key = "" }, context }: LoaderFunctionArgs) {
  if (!slug.test(key) || !senderOf(context.env)) throw notFound();
  const call = await readCall(context, key);
  if (!call) throw notFound();
  if (call.is_open) context.page.until = Math.min(context.page.until, Date.parse(call.deadline));
  return { call, isAsked: context.done?.word === "asked" };
}

export async function action({ params: { key = "" }, request, context }: ActionFunctionArgs) {
  if (!slug.test(key) || !senderOf(context.env)) throw notFound();
  const submission = parseWithZod(await request.formData(), { schema: proposalSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const refuse = (message: string, status: 409 | 503) =>
    unprocessable(submission.reply({ formErrors: [message] }), status);
  const isRobot = submission.value.nickname2;
  try {
    const asked = isRobot ? Promise.resolve("asked" as const) : proposeTalk(context, key, submission.value);
    switch (await withTimeFloor(asked)) {
      case "asked":
        return seeOther(`${withDone(callPath({ key }), "asked", await letterWait(context))}#proposal`);
      case "closed":
        return refuse("This call for talks is closed.", 409);
      case "full":
        return refuse(formsAreFull, 503);
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return refuse(notSent, 503);
    throw error;
  }
}

const notSent = "Your proposal could not be sent. Please try again.";

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return [{ title: "Temporarily unavailable" }];
  const { event } = args.data.call;
  return pageMeta(args, {
    title: `Call for talks: ${event.title}`,
    description: `Propose a talk, a workshop or a panel for ${event.title}.`,
    path: callPath(event),
  });
};

export default function TalkCall() {
  const { call, isAsked } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const { event, deadline, about, is_open: isOpen } = call;
  return (
    <main id="main">
      <PageHeader
        title="Call for talks"
        lead={isOpen ? `Propose a talk by ${momentText(deadline)}.` : "This call for talks is closed."}
        stars="cluster"
        kicker={<a href={pathOf(event)}>{event.title}</a>}
      />
      <div className="wrap section grid gap-8">
        <MarkdownText text={about} />
        <section id="proposal" className="sheet" aria-label="Your proposal">
          {isAsked && !lastResult ? (
            <Notice title="Check your email.">
              The organizers see your proposal once you open the link in our email and confirm. {ifNoneComes}
              <LetterWait />
            </Notice>
          ) : null}
          {isOpen ? (
            <ProposalForm lastResult={lastResult} />
          ) : (
            <p>If you proposed a talk, the link in our email shows what became of it.</p>
          )}
        </section>
      </div>
    </main>
  );
}
