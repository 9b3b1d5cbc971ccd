import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { isOver } from "../features/events/event/event.ts";
import { senderOf } from "../features/mail/mail-sender.server.ts";
import { personalMeta } from "../features/metadata/metadata.ts";
import { agendaPath, chosenIn, knownOf, mostChosen } from "../features/programme/agenda.ts";
import { findOwnAgenda, storeAgenda } from "../features/programme/own-agenda.server.ts";
import { daysOf } from "../features/programme/programme.ts";
import { DaySection, UndatedTalks } from "../features/programme/programme-days.tsx";
import { durationText, retention } from "../features/retention/retention.ts";
import { answerHeaders, personalHeaders, seeOther } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { isToken } from "../platform/text/link-token.ts";
import { pluralize } from "../platform/text/pluralize.ts";
import { momentText, zoneInWords } from "../platform/text/site-time.ts";
import { Button } from "../ui/button.tsx";
import { PersonalPage } from "../ui/personal-page.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await findOwnAgenda(context, params.token);
  const event = found?.programme.event;
  const isAhead = event?.status === "scheduled" && !isOver(event, context.now);
  const loaded = { found, status: `/w/${params.token}`, isTold: senderOf(context.env) !== null && isAhead };
  return data(loaded, { status: found ? 200 : 404, headers: personalHeaders });
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { token = "" } = params;
  const form = await request.formData();
  const values = form.getAll("t").map((value) => ["t", String(value)]);
  if (isToken(token)) await storeAgenda(context, token, chosenIn(new URLSearchParams(values)));
  return seeOther(`/w/${token}/agenda`);
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your agenda");

export default function OwnAgenda() {
  const { found, status, isTold } = useLoaderData<typeof loader>();
  if (!found)
    return (
      <PersonalPage title="No agenda" stars="cluster">
        <p>
          No agenda belongs to this link: it is for people with a confirmed spot at an event that has a program. A newer
          link may have replaced this one, or it is not complete.
        </p>
      </PersonalPage>
    );
  const { programme, agenda } = found;
  const choice = knownOf(agenda.talks, programme);
  return (
    <PersonalPage title="Your agenda" lead={`All times are in ${zoneInWords}.`} stars="cluster">
      <div>
        <p>
          {agenda.stored_at
            ? `You stored ${pluralize(choice.length, "talk")} on ${momentText(agenda.stored_at)}.`
            : "You have not stored any talks yet."}{" "}
          {isTold ? "We email you when one of them moves or is canceled." : null}
        </p>
        <p className="mt-4 flex flex-wrap gap-5">
          {choice.length > 0 ? (
            <a href={agendaPath(programme.event, choice)}>Only your talks, with a calendar</a>
          ) : null}{" "}
          <a href={status}>Back to your page</a>
        </p>
      </div>
      <form method="post" className="choosing">
        {daysOf(programme.talks).map((day) => (
          <DaySection key={day.day} programme={programme} day={day} choice={choice} />
        ))}
        <UndatedTalks programme={programme} choice={choice} />
        {programme.talks.length === 0 ? <p>The talks will be here once they are announced.</p> : null}
        <div className="actions">
          <Button data-busy="Storing …">Store my agenda</Button>
          <p className="hint">
            At most {mostChosen} talks. To have us forget your agenda, uncheck all of them. We delete it{" "}
            {durationText(retention.agenda)} after the event.
          </p>
        </div>
      </form>
    </PersonalPage>
  );
}
