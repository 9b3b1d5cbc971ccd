import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { personalMeta } from "../features/metadata/metadata.ts";
import { type CorrectionInput, correctionSchema } from "../features/programme/correction.schema.ts";
import { CorrectionForm } from "../features/programme/correction-form.tsx";
import { correctionPath } from "../features/programme/correction-link.ts";
import { findCorrectionPage, sendCorrection } from "../features/programme/corrections.server.ts";
import { answerHeaders, personalHeaders, seeOther, unprocessable, withDone } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { momentText } from "../platform/text/site-time.ts";
import { Notice } from "../ui/form-messages.tsx";
import { PersonalPage, Sheet } from "../ui/personal-page.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params: { token = "" }, context }: LoaderFunctionArgs) {
  const found = await findCorrectionPage(context, token);
  const loaded = { found, isSame: context.done?.word === "same" };
  return data(loaded, { status: found ? 200 : 404, headers: personalHeaders });
}

export async function action({ params: { token = "" }, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const found = await findCorrectionPage(context, token);
  // The page explains an invalid link.
  if (!found) return seeOther(correctionPath(token));
  const { talks } = found.words;
  const submission = parseWithZod(form, { schema: correctionSchema(talks) });
  if (submission.status !== "success") return unprocessable(submission.reply(), 422, personalHeaders);
  const outcome = await sendCorrection(context, token, submission.value as CorrectionInput, talks);
  return seeOther(outcome === "same" ? withDone(correctionPath(token), "same") : correctionPath(token));
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your text in the program");

export default function Corrections() {
  const { found, isSame } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  if (!found)
    return (
      <PersonalPage title="This link no longer works" stars="cluster">
        <p>
          The event is over, the organizers ended this link or sent a newer one, or it is not complete. If your text is
          wrong, please write to the organizers.
        </p>
      </PersonalPage>
    );
  const { event, words, correction, sent_at: sent, settled_at: settled, is_taken: isTaken } = found;
  return (
    <PersonalPage
      title="Your text in the program"
      lead={`What the program of ${event} says of you${words.talks.length > 0 ? " and your talks" : ""}.`}
      stars="cluster"
    >
      {lastResult ? null : correction && sent ? (
        <Notice title="An organizer will look at what you sent." past>
          You sent it on {momentText(sent)}. It is in the form below; if you send it again, that takes its place.
        </Notice>
      ) : isSame ? (
        <Notice title="There was nothing to correct." past>
          What you sent is what the program says already.
        </Notice>
      ) : settled ? (
        <Notice title={isTaken ? "Your correction was accepted." : "Your correction was declined."} past={!isTaken}>
          An organizer decided on {momentText(settled)}. The form below has the text as it is now.
        </Notice>
      ) : null}
      <Sheet id="text" title="Check and correct">
        <CorrectionForm words={words} correction={correction} lastResult={lastResult} />
      </Sheet>
    </PersonalPage>
  );
}
