import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { personalMeta } from "../features/metadata/metadata.ts";
import { ProposalForm } from "../features/proposals/proposal-form.tsx";
import { proposalPath } from "../features/proposals/proposal-link.ts";
import { changedProposalSchema } from "../features/proposals/proposals.schema.ts";
import {
  changeProposal,
  confirmProposal,
  findProposal,
  type OwnProposal,
  withdrawProposal,
} from "../features/proposals/proposals.server.ts";
import { answerHeaders, personalHeaders, seeOther, unprocessable, withDone } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { renderMarkdown } from "../platform/text/markdown.ts";
import { momentText } from "../platform/text/site-time.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/form-messages.tsx";
import { PersonalPage, Sheet } from "../ui/personal-page.tsx";
import { RenderedMarkdown } from "../ui/rendered-markdown.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params: { token = "" }, context }: LoaderFunctionArgs) {
  const proposal = await findProposal(context, token);
  const done = context.done?.word ?? null;
  const isGone = !proposal && (done === "withdrawn" || done === "not-mine");
  return data({ proposal, isGone, done }, { status: proposal || isGone ? 200 : 404, headers: personalHeaders });
}

export async function action({ params: { token = "" }, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const proposal = await findProposal(context, token);
  const path = proposalPath(token);
  // The page explains an invalid link.
  if (!proposal) return seeOther(path);
  switch (form.get("intent")) {
    case "confirm":
      await confirmProposal(context, token);
      return seeOther(withDone(path, "confirmed"));
    case "withdraw":
      await withdrawProposal(context, token);
      return seeOther(withDone(path, "withdrawn"));
    case "not-mine":
      await withdrawProposal(context, token, proposal.confirmed_at ? undefined : proposal.email);
      return seeOther(withDone(path, "not-mine"));
    case "save": {
      const submission = parseWithZod(form, { schema: changedProposalSchema });
      if (submission.status !== "success") return unprocessable(submission.reply(), 422, personalHeaders);
      if (await changeProposal(context, token, submission.value)) return seeOther(withDone(path, "saved"));
      const formErrors = [
        "It was not saved: the call is closed, the organizers have decided about it, or you have proposed another talk with this title.",
      ];
      return unprocessable(submission.reply({ formErrors }), 409, personalHeaders);
    }
    default:
      return seeOther(path);
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your proposal");

function stateText({ confirmed_at: confirmed, state, confirm_by: confirmBy, is_open: isOpen, deadline }: OwnProposal) {
  if (!confirmed)
    return `The organizers see it once you confirm your address. Without that it is erased${confirmBy ? ` after ${momentText(confirmBy)}` : ""}.`;
  if (state === "accepted") return "It was accepted.";
  if (state === "declined") return "It was not accepted.";
  return isOpen && deadline
    ? `The organizers have it. You can change it until ${momentText(deadline)}.`
    : "The organizers have it. It can no longer be changed.";
}

export default function TalkProposal() {
  const { proposal, isGone, done } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  if (!proposal)
    return (
      <PersonalPage
        title={
          isGone ? (done === "withdrawn" ? "Your proposal is withdrawn" : "Thank you") : "This link no longer works"
        }
        stars="cluster"
      >
        {isGone ? (
          <p role="status">We have erased the proposal, and your email address with it.</p>
        ) : (
          <p>
            No proposal belongs to this link: it was withdrawn or erased, it was not confirmed in time, or the link is
            not complete.
          </p>
        )}
      </PersonalPage>
    );
  const { event, title, kind, abstract, name, email, is_open: isOpen, confirmed_at: confirmed, state } = proposal;
  const isUndecided = state === "new";
  return (
    <PersonalPage title="Your proposal" lead={`For ${event.title}`} stars="cluster">
      {lastResult ? null : done === "confirmed" ? (
        <Notice title="Mahalo! Your address is confirmed.">The organizers have your proposal.</Notice>
      ) : done === "saved" ? (
        <Notice title="Saved." />
      ) : null}
      <p>{stateText(proposal)}</p>
      {confirmed ? null : (
        <Sheet id="confirm" title="Confirm your address">
          <form method="post">
            <p>
              Is <strong className="wrap-anywhere">{email}</strong> yours, and did you propose “{title}”?
            </p>
            <p className="mt-4 flex flex-wrap gap-4">
              <Button name="intent" value="confirm">
                Confirm my proposal
              </Button>
              <Button name="intent" value="not-mine" looks={["ghost"]}>
                I did not propose it
              </Button>
            </p>
            <p className="hint mt-4">
              If you did not propose it, we erase it at once, and then send this address no emails but the newsletter,
              if you are subscribed to it; for that we keep a digest of it.
            </p>
          </form>
        </Sheet>
      )}
      <Sheet id="proposal" title={confirmed && isUndecided && isOpen ? "Change it" : title}>
        {confirmed && isUndecided && isOpen ? (
          <ProposalForm proposal={{ title, kind, abstract, name }} lastResult={lastResult} />
        ) : (
          <RenderedMarkdown className="prose" html={renderMarkdown(abstract)} />
        )}
      </Sheet>
      {confirmed && isUndecided ? (
        <Sheet id="withdraw" title="Withdraw it">
          <form method="post">
            <p>We erase the proposal and your email address at once.</p>
            <p className="mt-4">
              <Button name="intent" value="withdraw" looks={["ghost"]}>
                Withdraw my proposal
              </Button>
            </p>
          </form>
        </Sheet>
      ) : null}
    </PersonalPage>
  );
}
