import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pathOf } from "../features/events/event/event.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { readSpeaker } from "../features/programme/programme.server.ts";
import { numberIn, speakerPath, speakersPath } from "../features/programme/programme.ts";
import { TalkList } from "../features/programme/programme-days.tsx";
import { speakerStructure } from "../features/programme/programme-structure.ts";
import { SpeakerView } from "../features/programme/speaker-view.tsx";
import { copyAge } from "../platform/database/last-good.ts";
import { notFound, redirect } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { slug } from "../platform/text/text.ts";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/events", cache: {} };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { key = "", speaker = "" } = params;
  const number = numberIn(speaker);
  if (!slug.test(key) || !number) throw notFound();
  const found = await readSpeaker(context, key, number);
  if (!found) throw notFound();
  const path = speakerPath(found.event, found.speaker);
  if (path !== `${speakersPath({ key })}/${speaker}`) throw redirect(path, 301);
  return { ...found, path, copy: copyAge(context) };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return [{ title: "Temporarily unavailable" }];
  const { event, speaker, path } = args.data;
  const trail = [
    { name: "Events", path: "/events" },
    { name: event.title, path: pathOf(event) },
    { name: "Speakers", path: speakersPath(event) },
    { name: speaker.name, path },
  ];
  return pageMeta(args, {
    title: speaker.name,
    description: `${speaker.name} speaks at ${event.title}.`,
    path,
    structured: [speakerStructure(args.data, speaker, originOf(args)), breadcrumbs(originOf(args), trail)],
  });
};

export default function SpeakerRoute() {
  const { copy, speaker, ...programme } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHeader
        title={speaker.name}
        stars="cluster"
        kicker={<a href={speakersPath(programme.event)}>Speakers of {programme.event.title}</a>}
      />
      <div className="wrap section">
        <CopyNotice copy={copy} what="This is the page as it was at" />
        <SpeakerView speaker={speaker} />
        <section className="mt-14" aria-labelledby="talks">
          <h2 id="talks">{programme.talks.length === 1 ? "Talk" : "Talks"}</h2>
          <TalkList programme={programme} talks={programme.talks} hasDay />
        </section>
      </div>
    </main>
  );
}
