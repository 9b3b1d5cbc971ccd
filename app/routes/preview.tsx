import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ArticleView, GuideView } from "../features/articles/article-view.tsx";
import { EventInPreview } from "../features/events/page/event-in-preview.tsx";
import { personalMeta } from "../features/metadata/metadata.ts";
import { findPreview } from "../features/previews/previews.server.ts";
import type { Programme } from "../features/programme/programme.ts";
import { daysOf } from "../features/programme/programme.ts";
import { DaySection, UndatedTalks } from "../features/programme/programme-days.tsx";
import { answerHeaders, personalHeaders } from "../platform/request/http.ts";
import { siteDay, zoneInWords } from "../platform/text/site-time.ts";
import { Notice } from "../ui/form-messages.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const preview = await findPreview(context, params.token);
  const { origin, now } = context;
  return data({ preview, origin, now: now.toISOString() }, { status: preview ? 200 : 404, headers: personalHeaders });
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = (args) => {
  const preview = args.data?.preview;
  switch (preview?.kind) {
    case "article":
      return personalMeta(args, `Preview: ${preview.article.title}`);
    case "event":
      return personalMeta(args, `Preview: ${preview.event.title}`);
    case "program":
      return personalMeta(args, `Preview: Program of ${preview.programme.event.title}`);
    default:
      return personalMeta(args, "Preview");
  }
};

export default function Preview() {
  const { preview, origin, now } = useLoaderData<typeof loader>();
  if (!preview)
    return (
      <main id="main">
        <PageHeader
          title="This link no longer works"
          lead="A preview is shown for 7 days. Ask the person who sent you the link for a new one."
        />
      </main>
    );
  const noticeOf = (what: string) => (
    <Notice title="This is a preview.">
      {what} may not be published yet, and may change. This link works until {siteDay(new Date(preview.expires_at))}.
    </Notice>
  );
  switch (preview.kind) {
    case "article": {
      const View = preview.is_guide ? GuideView : ArticleView;
      return (
        <main id="main">
          <View article={preview.article} notice={noticeOf("The text")} />
        </main>
      );
    }
    case "event":
      return (
        <EventInPreview
          event={preview.event}
          isPublished={preview.is_published}
          now={new Date(now)}
          origin={origin}
          notice={noticeOf("The event")}
        />
      );
    case "program":
      return <ProgrammeInPreview programme={preview.programme} notice={noticeOf("The program")} />;
  }
}

function ProgrammeInPreview({ programme, notice }: { programme: Programme; notice: React.ReactNode }) {
  return (
    <main id="main">
      <PageHeader
        title="Program"
        lead={`All times are in ${zoneInWords}.`}
        stars="cluster"
        kicker={programme.event.title}
      />
      <div className="wrap section">
        {notice}
        {programme.talks.length === 0 ? <p>There are no talks yet.</p> : null}
        {daysOf(programme.talks).map((day) => (
          <DaySection key={day.day} programme={programme} day={day} />
        ))}
        <UndatedTalks programme={programme} />
      </div>
    </main>
  );
}
