import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { newsletterHost } from "../features/mail/mail-sender.server.ts";
import { pageMeta, siteOf } from "../features/metadata/metadata.ts";
import { newsletterConsent } from "../features/newsletter/newsletter.schema.ts";
import { answerNewsletter, newsletterDone } from "../features/newsletter/newsletter.server.ts";
import { NewsletterForm } from "../features/newsletter/newsletter-form.tsx";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { useSite } from "../use-site.ts";

/** Shown in a frame on the home page; it posts to itself and shows errors and successes in the frame. */
export const handle: RouteHandle = { bare: true, framable: true, cache: { receipts: true } };

export const loader = ({ context }: LoaderFunctionArgs) => ({
  done: newsletterDone(context),
  service: newsletterHost(context.env),
});

export async function action({ request, context }: ActionFunctionArgs) {
  return answerNewsletter(context, request, "/newsletter/embed");
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Newsletter",
    description: `Subscribe to the newsletter of the ${siteOf(args).name}.`,
    path: "/newsletter/embed",
    indexed: false,
  });

export default function NewsletterEmbed() {
  const { home } = useSite();
  const { done, service } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="p-4" aria-labelledby="newsletter-title">
      <section id="newsletter">
        <h1 id="newsletter-title" className="text-h3">
          Our newsletter
        </h1>
        <p className="hint mt-2">{home.letterLead ?? newsletterConsent.text}</p>
        <NewsletterForm lastResult={useActionData<typeof action>()} done={done} service={service} />
        <p className="hint mt-2">
          <a className="inline-block" href="/privacy" target="_top">
            Privacy Policy
          </a>
        </p>
      </section>
    </main>
  );
}
