import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { libraryAddress } from "../features/education/library-query.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { suggest } from "../features/suggestions/suggest.server.ts";
import { SuggestionForm } from "../features/suggestions/suggestion-form.tsx";
import { suggestionSchema } from "../features/suggestions/suggestions.schema.ts";
import { answerHeaders, pageCache, seeOther, unprocessable, withDone } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { Notice, Toast } from "../ui/form-messages.tsx";
import { PageHeader } from "../ui/page-header.tsx";

const path = "/suggest";

export const handle: RouteHandle = { cache: { receipts: true } };

export const loader = ({ context }: LoaderFunctionArgs) => ({ isSent: context.done?.word === "suggested" });

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: suggestionSchema });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), twin: null });
  const answer = await suggest(context, submission.value);
  switch (answer.outcome) {
    case "kept":
      return seeOther(`${withDone(path, "suggested")}#suggestion`);
    case "in-library": {
      const result = submission.reply({ fieldErrors: { url: ["This page is in the library already"] } });
      return unprocessable({ result, twin: { title: answer.title, tab: answer.tab } });
    }
    case "full":
    case "unavailable": {
      const result = submission.reply({ formErrors: [notSent[answer.outcome]] });
      return unprocessable({ result, twin: null }, 503);
    }
  }
}

const notSent = {
  unavailable: "Your suggestion could not be sent. Please try again.",
  full: "So much was sent to us today that we cannot store your suggestion, so it was not sent. Please try again tomorrow.",
};

export const headers = (args: Parameters<typeof answerHeaders>[0]) =>
  new Headers([...Object.entries(pageCache), ...answerHeaders(args)]);

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Suggest something",
    description: "Suggest a book, a video or a course for our library, or an event by another group.",
    path,
    structured: [breadcrumbs(originOf(args), [{ name: "Suggest something", path }])],
  });

const title = "Thank you! We have your suggestion.";

export default function Suggest() {
  const { isSent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <main id="main">
      <PageHeader
        title="Suggest something"
        lead="A resource for the library, or an event by another group."
        stars="seven"
      />
      <div className="wrap section">
        <section id="suggestion" className="sheet" aria-label="Your suggestion">
          {isSent && !answer ? (
            <div className="mb-6">
              <Notice title={title}>We look at every suggestion, but cannot promise to publish it or to answer.</Notice>
              <div className="toasts">
                <Toast title={title} />
              </div>
            </div>
          ) : null}
          {answer?.twin ? (
            <p className="mb-6">
              In the library:{" "}
              <a href={libraryAddress({ tab: answer.twin.tab, search: answer.twin.title.slice(0, 100) })}>
                {answer.twin.title}
              </a>
            </p>
          ) : null}
          <SuggestionForm lastResult={answer?.result} />
        </section>
      </div>
    </main>
  );
}
