import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { issueMail } from "../../features/issues/issue-letter.tsx";
import { findIssue, letterOf } from "../../features/issues/issues.server.ts";
import { notFound } from "../../platform/request/http.ts";

/** The HTML of an issue's email for a frame in its preview: it has inline styles, as mail clients require. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const issue = await findIssue(admin, params.id ?? "");
  if (!issue) throw notFound();
  const { html } = issueMail(letterOf(context, issue), { email: admin.email, token: "preview" });
  // Inside the frame, a link would open the site within the email.
  return new Response(html.replace("<head>", '<head><base target="_blank">'), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "X-Frame-Options": "SAMEORIGIN",
    },
  });
}
