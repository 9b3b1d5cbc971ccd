import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pathOf, programmePath } from "../features/events/event/event.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { readTalk } from "../features/programme/programme.server.ts";
import { kindNames, numberIn, talkPath } from "../features/programme/programme.ts";
import { talkStructure } from "../features/programme/programme-structure.ts";
import { langOf } from "../features/programme/talk-summary.tsx";
import { TalkView } from "../features/programme/talk-view.tsx";
import { copyAge } from "../platform/database/last-good.ts";
import { notFound, redirect } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { slug } from "../platform/text/text.ts";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/events", cache: {} };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { key = "", talk = "" } = params;
  const number = numberIn(talk);
  if (!slug.test(key) || !number) throw notFound();
  const found = await readTalk(context, key, number);
  if (!found) throw notFound();
  const path = talkPath(found.event, found.talk);
  if (path !== `/events/${key}/talks/${talk}`) throw redirect(path, 301);
  const copy = copyAge(context);
  return { ...found, path, copy, now: copy?.at ?? context.now.toISOString() };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return [{ title: "Temporarily unavailable" }];
  const { event, talk, path } = args.data;
  const trail = [
    { name: "Events", path: "/events" },
    { name: event.title, path: pathOf(event) },
    { name: "Program", path: programmePath(event) },
    { name: talk.title, path },
  ];
  return pageMeta(args, {
    title: talk.title,
    description: `${kindNames[talk.kind]} at ${event.title}: ${talk.title}`,
    path,
    structured: [talkStructure(args.data, talk, originOf(args)), breadcrumbs(originOf(args), trail)],
  });
};

export default function TalkRoute() {
  const { copy, path: _path, now, ...programme } = useLoaderData<typeof loader>();
  const { talk, event } = programme;
  return (
    <main id="main">
      <PageHeader
        title={<span lang={langOf(talk)}>{talk.title}</span>}
        stars="cluster"
        kicker={<a href={programmePath(event)}>Program of {event.title}</a>}
      />
      <div className="wrap section">
        <CopyNotice copy={copy} what="This is the talk as it was at" />
        {talk.status === "cancelled" ? (
          <p className="mb-6">
            <strong>Canceled.</strong> This does not take place.
          </p>
        ) : null}
        <TalkView programme={programme} talk={talk} now={new Date(now)} />
      </div>
    </main>
  );
}
