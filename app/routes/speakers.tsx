import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pathOf, programmePath } from "../features/events/event/event.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { readSpeakers } from "../features/programme/programme.server.ts";
import { speakerPath, speakersPath } from "../features/programme/programme.ts";
import { SpeakerPicture } from "../features/programme/speaker-view.tsx";
import { copyAge } from "../platform/database/last-good.ts";
import { notFound } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { slug } from "../platform/text/text.ts";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/events", cache: {} };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { key = "" } = params;
  if (!slug.test(key)) throw notFound();
  const found = await readSpeakers(context, key);
  if (!found) throw notFound();
  return { ...found, copy: copyAge(context) };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return [{ title: "Temporarily unavailable" }];
  const { event } = args.data;
  const path = speakersPath(event);
  const trail = [
    { name: "Events", path: "/events" },
    { name: event.title, path: pathOf(event) },
    { name: "Speakers", path },
  ];
  return pageMeta(args, {
    title: `Speakers of ${event.title}`,
    description: `The people who speak at ${event.title}, and their talks.`,
    path,
    structured: [breadcrumbs(originOf(args), trail)],
  });
};

export default function Speakers() {
  const { event, speakers, copy } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHeader
        title="Speakers"
        stars="cluster"
        kicker={<a href={programmePath(event)}>Program of {event.title}</a>}
      />
      <div className="wrap section">
        <CopyNotice copy={copy} what="These are the speakers as they were at" />
        {speakers.length > 0 ? (
          <ul className="speaker-list">
            {speakers.map((speaker) => (
              <li key={speaker.number} className="speaker">
                <SpeakerPicture speaker={speaker} />
                <div>
                  <h2 className="text-h3">
                    <a href={speakerPath(event, speaker)}>{speaker.name}</a>
                  </h2>
                  {speaker.organization ? <p>{speaker.organization}</p> : null}
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <p>The speakers will be here once they are announced.</p>
        )}
      </div>
    </main>
  );
}
