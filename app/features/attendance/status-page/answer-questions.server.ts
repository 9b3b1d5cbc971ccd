import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { seeOther, unprocessable, withDone } from "../../../platform/request/http.ts";
import { digestOf } from "../../../platform/text/link-token.ts";
import { answersFormSchema } from "../../questions/answers.schema.ts";
import { otherQuestions } from "../sign-up/waitlist.schema.ts";
import type { StatusNews } from "./status-news.ts";
import type { Waiting } from "./status-page.server.ts";

export async function answerQuestions(context: AppLoadContext, token: string, { asks }: Waiting, form: FormData) {
  const here = (news: StatusNews) => seeOther(withDone(`/w/${token}`, news));
  const submission = parseWithZod(form, { schema: answersFormSchema(asks.questions) });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const given = { p_token_digest: await digestOf(token), p_answers: submission.value };
  const outcome = await context.database.call("change_answers", given);
  switch (outcome) {
    case "changed":
      return here("answers");
    case "not-answered":
      return unprocessable(submission.reply({ formErrors: [otherQuestions] }));
    case "closed":
    case "nowhere":
      return here("no-answers");
  }
}
