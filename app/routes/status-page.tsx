import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ticketPath } from "../features/attendance/letters/status-link.ts";
import { endpointHost } from "../features/attendance/sign-up/waitlist.server.ts";
import { answerQuestions } from "../features/attendance/status-page/answer-questions.server.ts";
import { answerReservation } from "../features/attendance/status-page/answer-reservation.server.ts";
import { answerByMail, findNews } from "../features/attendance/status-page/answer-status-page.server.ts";
import { confirmsFirst, NewLink, OwnAddress } from "../features/attendance/status-page/own-address.tsx";
import { OwnReservation } from "../features/attendance/status-page/own-reservation.tsx";
import {
  DepartedNotice,
  EntryFacts,
  EventTitle,
  leadOf,
  OwnAgenda,
  WaysOut,
  YourData,
} from "../features/attendance/status-page/status-details.tsx";
import type { StatusNews } from "../features/attendance/status-page/status-news.ts";
import { nameSchema } from "../features/attendance/status-page/status-page.schema.ts";
import {
  confirmEntry,
  findStatusPage,
  forwardedToOf,
  leaveWaitlist,
  renameEntry,
  returnToWaitlist,
  setQuiet,
} from "../features/attendance/status-page/status-page.server.ts";
import { Workshops } from "../features/attendance/status-page/workshops.tsx";
import { offerOf } from "../features/events/event/event-offer.ts";
import { senderOf } from "../features/mail/mail-sender.server.ts";
import { personalMeta } from "../features/metadata/metadata.ts";
import { OwnAnswers, Unanswered } from "../features/questions/own-answers.tsx";
import { answerHeaders, personalHeaders, seeOther, unprocessable, withDone } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { Notice } from "../ui/form-messages.tsx";
import { PersonalPage, Sheet } from "../ui/personal-page.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const entry = await findStatusPage(context, params.token);
  const loaded = {
    entry,
    now: context.now.toISOString(),
    download: `/w/${params.token}.json`,
    forwardedTo: forwardedToOf(context, entry),
    service: endpointHost(context.env),
    sendsMail: senderOf(context.env) !== null,
    calendar: `/w/${params.token}.ics`,
    ticket: await ticketPath(params.token ?? ""),
    attendance: `/w/${params.token}/attendance`,
    agenda: `/w/${params.token}/agenda`,
    notice: findNews(context, entry),
  };
  return data(loaded, { status: entry ? 200 : 404, headers: personalHeaders });
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { token = "" } = params;
  const form = await request.formData();
  const entry = await findStatusPage(context, token);
  const here = (done?: StatusNews) => seeOther(done ? withDone(`/w/${token}`, done) : `/w/${token}`);
  // The page explains an invalid link or a canceled entry.
  if (!entry) return here();
  if (entry.state === "waiting") {
    const byMail = senderOf(context.env) ? await answerByMail(context, token, entry, form) : undefined;
    const answer = byMail ?? (await answerReservation(context, token, entry, form));
    if (answer) return answer;
    if (form.get("intent") === "answers") return answerQuestions(context, token, entry, form);
  }
  switch (form.get("intent")) {
    case "confirm":
      return here((await confirmEntry(context, token)) ? "confirmed" : undefined);
    case "rename": {
      const submission = parseWithZod(form, { schema: nameSchema });
      if (submission.status !== "success") return unprocessable(submission.reply());
      return here((await renameEntry(context, token, submission.value.name)) ? "renamed" : undefined);
    }
    case "quiet":
    case "not-quiet": {
      const isQuiet = form.get("intent") === "quiet";
      return here((await setQuiet(context, token, isQuiet)) ? (isQuiet ? "quiet" : "not-quiet") : undefined);
    }
    case "leave":
      await leaveWaitlist(context, token, entry, "left");
      return here();
    case "erase":
      await leaveWaitlist(context, token, entry, "erased");
      return here();
    case "not-mine":
      await leaveWaitlist(context, token, entry, "not-mine");
      return here();
    case "undo":
      await returnToWaitlist(context, token);
      if (entry.event.admission === "asked") return here("asked-again");
      return here(entry.event.takes_reservations ? "signed-up-again" : "back");
    default:
      return here();
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your page");

export default function StatusPage() {
  const { entry } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  const lead = entry ? (
    <>
      {leadOf(entry)} <EventTitle event={entry.event} />
    </>
  ) : null;
  return (
    <PersonalPage title={entry ? "Your page" : "This link no longer works"} lead={lead} stars="cluster">
      {entry ? <Shown lastResult={lastResult} /> : <Nowhere />}
    </PersonalPage>
  );
}

function Nowhere() {
  const { sendsMail } = useLoaderData<typeof loader>();
  return (
    <p>
      No reservation or waitlist entry belongs to this link: the entry was removed, a newer link has replaced it, or the
      link is not complete. On the page of the <a href="/events">event</a> you can join again
      {sendsMail ? " or ask for your link" : ""}.
    </p>
  );
}

function Shown({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const { entry, now, download, ticket, calendar, attendance, agenda, forwardedTo, service, sendsMail, notice } =
    useLoaderData<typeof loader>();
  if (!entry) return null;
  if (entry.state !== "waiting") return <DepartedNotice entry={entry} forwardedTo={forwardedTo} />;
  const { event, reservation } = entry;
  const intent = lastResult?.initialValue?.intent;
  const resultOf = (form: string) => (intent === form ? lastResult : undefined);
  return (
    <>
      {notice && !lastResult ? (
        <Notice bad={notice.refusal !== undefined} title={notice.title}>
          {notice.refusal}
        </Notice>
      ) : null}
      <Unanswered entry={entry} />
      <Sheet id="place" title={event.title}>
        <EntryFacts entry={entry} now={new Date(now)} />
        {reservation ? (
          <OwnReservation
            entry={entry}
            reservation={reservation}
            now={new Date(now)}
            ticket={ticket}
            calendar={calendar}
            attendance={attendance}
            sendsMail={sendsMail}
            lastResult={resultOf("change-party")}
          />
        ) : null}
      </Sheet>
      <OwnAnswers entry={entry} lastResult={resultOf("answers")} />
      {entry.workshops.length > 0 ? (
        <Sheet id="workshops" title="Workshops">
          <Workshops workshops={entry.workshops} now={new Date(now)} sendsMail={sendsMail} service={service} />
        </Sheet>
      ) : null}
      {entry.agenda ? (
        <Sheet id="agenda" title="Your agenda">
          <OwnAgenda
            agenda={entry.agenda}
            href={agenda}
            isTold={sendsMail && offerOf(entry.event, new Date(now)).isAhead}
          />
        </Sheet>
      ) : null}
      {confirmsFirst(entry, new Date(now)) ? null : (
        <Sheet id="address" title="Your email address">
          <OwnAddress entry={entry} sendsMail={sendsMail} lastResult={resultOf("change-address")} />
        </Sheet>
      )}
      <Sheet id="data" title="Your data">
        <YourData entry={entry} download={download} service={service} lastResult={resultOf("rename")} />
      </Sheet>
      {sendsMail ? (
        <Sheet id="link" title="Your link">
          <NewLink email={entry.email} />
        </Sheet>
      ) : null}
      <WaysOut entry={entry} forwardedTo={forwardedTo} now={new Date(now)} />
    </>
  );
}
