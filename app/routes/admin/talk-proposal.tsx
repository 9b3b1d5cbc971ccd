import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { isId } from "../../admin/list-page.server.ts";
import { When } from "../../admin/when.tsx";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { adminProgrammePath } from "../../features/programme/admin-paths.ts";
import { kindNames } from "../../features/programme/programme.ts";
import { requireProgramme } from "../../features/programme/programme-editing.server.ts";
import { answerText } from "../../features/proposals/answer-text.ts";
import { decideProposal, requireCall, sortProposal } from "../../features/proposals/calls.server.ts";
import { NotesForm } from "../../features/proposals/notes-form.tsx";
import { notesSchema } from "../../features/proposals/proposals.schema.ts";
import { stateNames } from "../../features/proposals/state-names.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { renderMarkdown } from "../../platform/text/markdown.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import { RenderedMarkdown } from "../../ui/rendered-markdown.tsx";

async function find(admin: Admin, { id = "", proposal: proposalId = "" }: { id?: string; proposal?: string }) {
  const { event, talks } = await requireProgramme(admin, id);
  if (!isId(proposalId)) throw notFound();
  const { call, proposals } = await requireCall(admin, event.id, { proposal: proposalId });
  const [proposal] = proposals;
  if (!proposal) throw notFound();
  return { event, call, proposal, hasTalk: talks.some((talk) => talk.id === proposal.id) };
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const found = await find(await requireAdmin(context), params);
  const asked = new URL(request.url).searchParams.get("decide");
  const deciding = asked === "accept" || asked === "decline" ? asked : null;
  return { ...found, deciding: found.proposal.decided_at ? null : deciding, sendsMail: senderOf(context.env) !== null };
}

const changed = "This proposal was changed since you opened it. Look at it again first.";

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { event, proposal } = await find(admin, params);
  const here = adminProgrammePath(event, `call/${proposal.id}`);
  const version = String(form.get("version"));
  const intent = form.get("intent");
  const refuse = (refused: string, status: 409 | 422) => unprocessable({ result: undefined, refused }, status);
  if (intent === "note") {
    const submission = parseWithZod(form, { schema: notesSchema });
    if (submission.status !== "success") return unprocessable({ result: submission.reply(), refused: null });
    const outcome = await sortProposal(admin, proposal.id, submission.value, version);
    if (outcome === "saved") return seeDone(here, "saved");
    return unprocessable({ result: submission.reply(), refused: changed }, 409);
  }
  if (intent !== "accept" && intent !== "decline")
    return refuse("Nothing was changed: this page has no such button.", 422);
  const outcome = await decideProposal(context, admin, proposal.id, intent === "accept", version);
  if (outcome === "changed") return refuse(changed, 409);
  return seeDone(here, outcome === "decided" ? "answered" : "decided-untold");
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, args.data?.proposal.title ?? "Proposal");

export default function TalkProposalPage() {
  const { event, call, proposal, hasTalk, deciding, sendsMail } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const here = adminProgrammePath(event, `call/${proposal.id}`);
  const template = deciding === "accept" ? call?.accepted_text : call?.declined_text;
  return (
    <>
      <AdminHeader
        title={proposal.title}
        back={{ to: adminProgrammePath(event, "call"), label: "Call for talks" }}
        note={`${stateNames[proposal.state]}. ${kindNames[proposal.kind]} by ${proposal.name}, ${proposal.email}`}
        action={hasTalk ? <a href={adminProgrammePath(event, proposal.id)}>Open the talk</a> : null}
      />
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <section className="panel" aria-label="The proposal">
        <p className="hint">
          Sent <When at={proposal.created_at} />
        </p>
        <RenderedMarkdown className="prose" html={renderMarkdown(proposal.abstract)} />
      </section>
      {proposal.decided_at ? null : deciding && template ? (
        <section className="panel" id="decide" aria-labelledby="decide-heading">
          <h2 id="decide-heading">{deciding === "accept" ? "Accept it?" : "Decline it?"}</h2>
          <p>
            {deciding === "accept" ? "It becomes a talk that is to be announced, and its sender a speaker. " : ""}
            {sendsMail ? `This goes to ${proposal.email}:` : "This site sends no email. Send this yourself:"}
          </p>
          <blockquote className="whitespace-pre-wrap wrap-anywhere">
            {answerText(template, { name: proposal.name, title: proposal.title, event: event.title })}
          </blockquote>
          <form method="post" className="actions">
            <input type="hidden" name="version" value={proposal.updated_at} />
            <Button name="intent" value={deciding} looks={["small"]}>
              {`${deciding === "accept" ? "Accept" : "Decline"}${sendsMail ? " and send" : ""}`}
            </Button>
            <a href={here}>Not now</a>
          </form>
        </section>
      ) : (
        <p className="actions">
          <a href={`${here}?decide=accept#decide`}>Accept …</a> <a href={`${here}?decide=decline#decide`}>Decline …</a>
        </p>
      )}
      <section className="panel form-panel" aria-label="Notes">
        <NotesForm proposal={proposal} lastResult={answer?.result} />
      </section>
    </>
  );
}
