import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { newsletterConsent } from "../features/newsletter/newsletter.schema.ts";
import { findSubscription } from "../features/newsletter/subscription.server.ts";
import { notFound, personalHeaders } from "../platform/request/http.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const page = await findSubscription(context, params.token);
  if (!page || page.state === "changing") throw notFound();
  const consent = page.consent_version === newsletterConsent.version ? { consent: newsletterConsent.text } : {};
  return new Response(`${JSON.stringify({ ...page, ...consent }, null, 2)}\n`, {
    headers: {
      ...personalHeaders,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="your-data.json"',
    },
  });
}
