import type { SubmissionResult } from "@conform-to/react";
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { seeDone } from "../../admin/done.tsx";
import { readSchedule } from "../../admin/schedule.schema.ts";
import { unprocessable } from "../../platform/request/http.ts";
import { linkToken } from "../../platform/text/link-token.ts";
import { issuesSenderOf, senderOf } from "../mail/mail-sender.server.ts";
import { issueMail } from "./issue-letter.tsx";
import { type Issue, letterOf, scheduleIssue, whyNotSent } from "./issues.server.ts";

export interface SendingAnswer {
  result?: SubmissionResult<string[]>;
  refused: string | null;
}

type Answer = ReturnType<typeof unprocessable<SendingAnswer>>;

const refuse = (refused: string, status: 409 | 422 | 503 = 422): Answer =>
  unprocessable<SendingAnswer>({ refused }, status);

const elsewhere = "This issue was changed, scheduled or sent since you opened it. Read it again before you send it.";

export async function answerSending(
  context: AppLoadContext,
  admin: Admin,
  issue: Issue,
  form: FormData,
): Promise<Answer | Response> {
  const obstacle = whyNotSent(context);
  if (obstacle) return refuse(obstacle);
  const version = String(form.get("version"));
  switch (form.get("intent")) {
    case "test":
      return sendTest(context, admin, issue, String(form.get("press")));
    case "schedule":
      return schedule(context, admin, issue, { form, version });
    case "send": {
      const outcome = await scheduleIssue(context, admin, issue, { version, at: null });
      // A form that is submitted twice sends the issue once.
      const isSent = outcome === "sent" || (outcome === "already-scheduled" && issue.sent_at !== null);
      return isSent ? seeDone(`/admin/issues/${issue.id}`, "issue-sent") : refuse(elsewhere, 409);
    }
    default:
      return refuse("Choose what to do with this issue.");
  }
}

async function schedule(
  context: AppLoadContext,
  admin: Admin,
  issue: Issue,
  { form, version }: { form: FormData; version: string },
): Promise<Answer | Response> {
  const at = readSchedule(form, context.now);
  if (!(at instanceof Date)) return unprocessable<SendingAnswer>({ result: at, refused: null });
  const outcome = await scheduleIssue(context, admin, issue, { version, at });
  const isScheduled = outcome === "scheduled" || outcome === "already-scheduled";
  return isScheduled ? seeDone(`/admin/issues/${issue.id}`, "issue-scheduled") : refuse(elsewhere, 409);
}

/** @param press from the form, so that submitting it twice sends one email */
async function sendTest(
  context: AppLoadContext,
  admin: Admin,
  issue: Issue,
  press: string,
): Promise<Answer | Response> {
  const { env } = context;
  const bulk = issuesSenderOf(env);
  const [secret = ""] = senderOf(env)?.secrets ?? [];
  if (!bulk) return refuse(whyNotSent(context) ?? "");
  const token = await linkToken(secret, `test:v1:${issue.id}`);
  const mail = issueMail(letterOf(context, issue), { email: admin.email, token });
  const test = { ...mail, subject: `Test: ${mail.subject}` };
  const key = await linkToken(secret, `test:v1:${press}:${admin.id}:${issue.updated_at}`);
  const verdict = await bulk.sender.send(test, key);
  return verdict.outcome === "accepted"
    ? seeDone(`/admin/issues/${issue.id}/preview`, "issue-tested")
    : refuse(`The test was not sent: ${verdict.reason}.`, 503);
}
