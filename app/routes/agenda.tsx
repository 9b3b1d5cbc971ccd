import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { programmePath } from "../features/events/event/event.ts";
import { pageMeta } from "../features/metadata/metadata.ts";
import { agendaPath, canChoose, changePath, chosenIn, knownOf, queryOf } from "../features/programme/agenda.ts";
import { AgendaView } from "../features/programme/agenda-view.tsx";
import { readProgramme } from "../features/programme/programme.server.ts";
import { copyAge } from "../platform/database/last-good.ts";
import { answerHeaders, neverStored, notFound, redirect } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { zoneInWords } from "../platform/text/site-time.ts";
import { slug } from "../platform/text/text.ts";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { drawQrCode } from "../ui/qr-code.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const key = params.key ?? "";
  if (!slug.test(key)) throw notFound();
  const programme = await readProgramme(context, key);
  if (!programme) throw notFound();
  const { search, searchParams } = new URL(request.url);
  const chosen = knownOf(chosenIn(searchParams), programme);
  // Each choice has exactly one URL.
  if (search !== queryOf(chosen)) throw redirect(agendaPath(programme.event, chosen));
  const { origin } = context;
  const drawing = drawQrCode(origin + agendaPath(programme.event, chosen));
  const chooses = canChoose(programme, context.now);
  return data({ programme, chosen, chooses, origin, drawing, copy: copyAge(context) }, { headers: neverStored });
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return [{ title: "Temporarily unavailable" }];
  const { event } = args.data.programme;
  return pageMeta(args, {
    title: `My agenda for ${event.title}`,
    description: `Talks of ${event.title} that you have chosen.`,
    path: agendaPath(event),
    indexed: false,
  });
};

export default function AgendaRoute() {
  const { programme, chosen, chooses, origin, drawing, copy } = useLoaderData<typeof loader>();
  const { event } = programme;
  return (
    <main id="main">
      <PageHeader
        title="My agenda"
        lead={`All times are in ${zoneInWords}.`}
        stars="cluster"
        kicker={<a href={programmePath(event)}>Program of {event.title}</a>}
      />
      <div className="wrap section">
        <CopyNotice copy={copy} what="These are the talks as they were at" />
        {chosen.length > 0 ? (
          <AgendaView programme={programme} chosen={chosen} chooses={chooses} origin={origin} drawing={drawing} />
        ) : (
          <p>
            {chooses ? (
              <>
                You have not chosen any talks yet. <a href={changePath(event, [])}>Choose them in the program</a>, then
                press “Show my agenda”.
              </>
            ) : (
              "No talks were chosen here."
            )}
          </p>
        )}
      </div>
    </main>
  );
}
