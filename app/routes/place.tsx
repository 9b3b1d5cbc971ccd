import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { senderOf } from "../features/mail/mail-sender.server.ts";
import { personalMeta } from "../features/metadata/metadata.ts";
import { answerByMail, findNews } from "../features/places/answer-place.server.ts";
import { answerReservation } from "../features/places/answer-reservation.server.ts";
import { NewLink, OwnAddress } from "../features/places/own-address.tsx";
import { OwnReservation } from "../features/places/own-reservation.tsx";
import { nameSchema } from "../features/places/place.schema.ts";
import {
  confirmPlace,
  findPlace,
  forwardedToOf,
  leavePlace,
  renamePlace,
  returnToPlace,
} from "../features/places/place.server.ts";
import { DepartedNotice, EventTitle, PlaceFacts, WaysOut, YourData } from "../features/places/place-details.tsx";
import type { PlaceNews } from "../features/places/place-news.ts";
import { answerHeaders, personalHeaders, seeOther, unprocessable, withDone } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { Notice } from "../ui/form-messages.tsx";
import { PersonalPage, Sheet } from "../ui/personal-page.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const place = await findPlace(context, params.token);
  const loaded = {
    place,
    now: context.now.toISOString(),
    download: `/w/${params.token}.json`,
    forwardedTo: forwardedToOf(context, place),
    sendsMail: senderOf(context.env) !== null,
    ticket: `/t/${params.token}`,
    notice: findNews(context, place),
  };
  return data(loaded, { status: place ? 200 : 404, headers: personalHeaders });
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { token = "" } = params;
  const form = await request.formData();
  const place = await findPlace(context, token);
  const here = (done?: PlaceNews) => seeOther(done ? withDone(`/w/${token}`, done) : `/w/${token}`);
  // The page says what has become of a link that leads nowhere, or of an entry that was left.
  if (!place) return here();
  if (place.state === "waiting") {
    const byMail = senderOf(context.env) ? await answerByMail(context, token, place, form) : undefined;
    const answer = byMail ?? (await answerReservation(context, token, place, form));
    if (answer) return answer;
  }
  switch (form.get("intent")) {
    case "confirm":
      return here((await confirmPlace(context, token)) ? "confirmed" : undefined);
    case "rename": {
      const submission = parseWithZod(form, { schema: nameSchema });
      if (submission.status !== "success") return unprocessable(submission.reply());
      return here((await renamePlace(context, token, submission.value.name)) ? "renamed" : undefined);
    }
    case "leave":
      await leavePlace(context, token, place, "left");
      return here();
    case "erase":
      await leavePlace(context, token, place, "erased");
      return here();
    case "not-mine":
      await leavePlace(context, token, place, "not-mine");
      return here();
    case "undo":
      await returnToPlace(context, token);
      return here(place.event.takes_reservations ? "signed-up-again" : "back");
    default:
      return here();
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction = () => personalMeta("Your page");

export default function PlaceRoute() {
  const { place } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  const lead = place ? (
    <>
      {place.event.takes_reservations ? "Your reservation for" : "Your waitlist entry for"}{" "}
      <EventTitle event={place.event} />
    </>
  ) : null;
  return (
    <PersonalPage title={place ? "Your page" : "This link no longer works"} lead={lead} stars="cluster">
      {place ? <Shown lastResult={lastResult} /> : <Nowhere />}
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
  const { place, now, download, ticket, forwardedTo, sendsMail, notice } = useLoaderData<typeof loader>();
  if (!place) return null;
  if (place.state !== "waiting") return <DepartedNotice place={place} forwardedTo={forwardedTo} />;
  const { event, reservation } = place;
  const intent = lastResult?.initialValue?.intent;
  const resultOf = (form: string) => (intent === form ? lastResult : undefined);
  return (
    <>
      {notice && !lastResult ? (
        <Notice bad={notice.refusal !== undefined} title={notice.title}>
          {notice.refusal}
        </Notice>
      ) : null}
      <Sheet id="place" title={event.title}>
        <PlaceFacts place={place} now={new Date(now)} />
        {reservation ? (
          <OwnReservation
            place={place}
            reservation={reservation}
            now={new Date(now)}
            ticket={ticket}
            sendsMail={sendsMail}
            lastResult={resultOf("change-party")}
          />
        ) : null}
      </Sheet>
      <Sheet id="address" title="Your address">
        <OwnAddress place={place} sendsMail={sendsMail} lastResult={resultOf("change-address")} />
      </Sheet>
      <Sheet id="data" title="Your data">
        <YourData place={place} download={download} forwardedTo={forwardedTo} lastResult={resultOf("rename")} />
      </Sheet>
      {sendsMail ? (
        <Sheet id="link" title="Your link">
          <NewLink email={place.email} />
        </Sheet>
      ) : null}
      <WaysOut place={place} forwardedTo={forwardedTo} />
    </>
  );
}
