import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../features/metadata/metadata.ts";
import { daysOf } from "../features/programme/programme.ts";
import { DaySection, UndatedTalks } from "../features/programme/programme-days.tsx";
import { findProgrammePreview } from "../features/programme/programme-previews.server.ts";
import { answerHeaders, personalHeaders } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { honoluluDay } from "../platform/text/honolulu.ts";
import { Notice } from "../ui/form-messages.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const preview = await findProgrammePreview(context, params.token);
  return data({ preview }, { status: preview ? 200 : 404, headers: personalHeaders });
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.preview ? `Preview: Program of ${args.data.preview.programme.event.title}` : "Preview",
    description: "A program that may not be published yet.",
    path: "/events",
    indexed: false,
  });

export default function ProgrammePreview() {
  const { preview } = useLoaderData<typeof loader>();
  if (!preview)
    return (
      <main id="main">
        <PageHeader
          title="This link no longer works"
          lead="A preview is shown for 7 days. Ask the person who sent you the link for a new one."
        />
      </main>
    );
  const { programme, expires_at: until } = preview;
  return (
    <main id="main">
      <PageHeader
        title="Program"
        lead="All times are in Honolulu (HST)."
        stars="cluster"
        kicker={programme.event.title}
      />
      <div className="wrap section">
        <Notice title="This is a preview.">
          The program may not be published yet, and may change. This link works until {honoluluDay(new Date(until))}.
        </Notice>
        {programme.talks.length === 0 ? <p>There are no talks yet.</p> : null}
        {daysOf(programme.talks).map((day) => (
          <DaySection key={day.day} programme={programme} day={day} />
        ))}
        <UndatedTalks programme={programme} />
      </div>
    </main>
  );
}
