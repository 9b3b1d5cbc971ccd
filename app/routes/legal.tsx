import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { legalChanges, revisedOn } from "../features/legal/legal-changes.ts";
import { LegalText, outlineOf } from "../features/legal/legal-text.tsx";
import { processorList } from "../features/legal/processors.server.ts";
import { issuesSenderOf } from "../features/mail/mail-sender.server.ts";
import { breadcrumbs, originOf, pageMeta, siteOf } from "../features/metadata/metadata.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { longDay, siteIsoDay } from "../platform/text/site-time.ts";
import { Outline } from "../ui/outline.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Tabs } from "../ui/tabs.tsx";

export const handle: RouteHandle = { cache: {} };

const titles = { terms: "Terms of Service", privacy: "Privacy Policy" };
const leads = {
  terms: "What you may expect of us, and what we ask of you.",
  privacy: "What we learn about you, why, for how long, and how to have it removed.",
};

/** The tab follows from the path: privacy if the path contains it, otherwise terms. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const shown: keyof typeof titles = new URL(request.url).pathname.includes("privacy") ? "privacy" : "terms";
  const { env, now } = context;
  return {
    shown,
    today: siteIsoDay(now),
    processors: processorList(env),
    hasFrame: env.NEWSLETTER_EMBED_URL !== undefined,
    sendsMail: env.MAIL_FROM !== undefined,
    sendsIssues: issuesSenderOf(env) !== null,
  };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const shown = args.data?.shown ?? "terms";
  const path = `/${shown}`;
  return pageMeta(args, {
    title: titles[shown],
    description: `${titles[shown]} of the ${siteOf(args).name}, in plain words.`,
    path,
    structured: [breadcrumbs(originOf(args), [{ name: titles[shown], path }])],
  });
};

export default function Legal() {
  const { shown, today, ...installation } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHeader title={titles[shown]} stars="backbone" lead={leads[shown]} />
      <div className="wrap section">
        <div>
          <Tabs
            label="Legal documents"
            tabs={[
              { key: "terms", label: titles.terms, href: "/terms" },
              { key: "privacy", label: titles.privacy, href: "/privacy" },
            ]}
            current={shown}
          />
        </div>
        <p className="hint mt-6">
          Last updated: <time dateTime={today}>{longDay(today)}</time>. This page describes the site as it works today;
          its words last changed on <time dateTime={revisedOn(shown)}>{longDay(revisedOn(shown))}</time>.
        </p>
        <ul className="hint mt-3 grid gap-1" aria-label="Changes to the wording">
          {legalChanges[shown].map(({ date, what }) => (
            <li key={date}>
              <time dateTime={date}>{longDay(date)}</time>: {what}
            </li>
          ))}
        </ul>
        <div className="beside mt-8">
          <Outline headings={outlineOf(shown)} />
          <div className="prose">
            <LegalText document={shown} {...installation} />
          </div>
        </div>
      </div>
    </main>
  );
}
