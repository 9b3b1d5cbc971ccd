import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pathOf } from "../features/events/event.ts";
import { senderOf } from "../features/mail/mail-sender.server.ts";
import { answerByMail } from "../features/places/answer-place.server.ts";
import { NewLink, OwnAddress } from "../features/places/own-address.tsx";
import { nameSchema } from "../features/places/place.schema.ts";
import {
  confirmPlace,
  findPlace,
  forwardedToOf,
  leavePlace,
  renamePlace,
  returnToPlace,
} from "../features/places/place.server.ts";
import { DepartedNotice, PlaceFacts, WaysOut, YourData } from "../features/places/place-details.tsx";
import { answerHeaders, personalHeaders, seeOther, unprocessable } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { site } from "../site.ts";
import { Notice } from "../ui/form-messages.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/events" };

/** What a `?done=` in the URL may say. */
const notices = new Map([
  ["confirmed", { title: "Your address is confirmed." }],
  ["kept", { title: "Your address stays as it was." }],
  ["renamed", { title: "Your name is saved." }],
  ["back", { title: "You are on the waitlist." }],
  ["unconfirmed", { title: "Nothing was changed.", refusal: "Confirm this address first." }],
  [
    "no-new-link",
    {
      title: "No new link was made.",
      refusal:
        "We cannot send you another email right now: one is still on its way or went out a minute ago, or you have had 5 within 24 hours. The link that you have stays valid; try again later.",
    },
  ],
] satisfies [string, { title: string; refusal?: string }][]);

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const place = await findPlace(context, params.token);
  const loaded = {
    place,
    now: context.now.toISOString(),
    download: `/w/${params.token}.json`,
    forwardedTo: forwardedToOf(context, place),
    sendsMail: senderOf(context.env) !== null,
    notice: notices.get(new URL(request.url).searchParams.get("done") ?? "") ?? null,
  };
  return data(loaded, { status: place ? 200 : 404, headers: personalHeaders });
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { token = "" } = params;
  const form = await request.formData();
  const place = await findPlace(context, token);
  const here = (done?: string) => seeOther(`/w/${token}${done ? `?done=${done}` : ""}`);
  // The page says what has become of a link that leads nowhere, or of an entry that was left.
  if (!place) return here();
  if (place.state === "waiting" && senderOf(context.env)) {
    const answer = await answerByMail(context, token, place, form);
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
      return here("back");
    default:
      return here();
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction = () => [
  { title: `Your place on the waitlist · ${site.shortName}` },
  { name: "robots", content: "noindex" },
];

export default function PlaceRoute() {
  const { place } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  const lead = place ? (
    <>
      Your place on the waitlist for <a href={pathOf(place.event)}>{place.event.title}</a>
    </>
  ) : null;
  return (
    <main id="main">
      <PageHeader title={place ? "Your place" : "Nothing is kept here"} lead={lead} stars="cluster" />
      <div className="wrap section grid gap-8">{place ? <Shown lastResult={lastResult} /> : <Nowhere />}</div>
    </main>
  );
}

function Nowhere() {
  const { sendsMail } = useLoaderData<typeof loader>();
  return (
    <p>
      No place on a waitlist belongs to this link: the entry was removed, a newer link has replaced it, or the link is
      not complete. On the page of the <a href="/events">event</a> you can join again
      {sendsMail ? " or ask for your link" : ""}.
    </p>
  );
}

function Shown({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const { place, now, download, forwardedTo, sendsMail, notice } = useLoaderData<typeof loader>();
  if (!place) return null;
  if (place.state !== "waiting") return <DepartedNotice place={place} forwardedTo={forwardedTo} />;
  const ofAddress = lastResult?.initialValue?.intent === "change-address";
  return (
    <>
      {notice && !lastResult ? (
        <Notice bad={notice.refusal !== undefined} title={notice.title}>
          {notice.refusal}
        </Notice>
      ) : null}
      <section className="sheet" aria-labelledby="place">
        <h2 id="place" className="text-h3">
          {place.event.title}
        </h2>
        <PlaceFacts place={place} now={new Date(now)} />
      </section>
      <section className="sheet" aria-labelledby="address">
        <h2 id="address" className="text-h3">
          Your address
        </h2>
        <OwnAddress place={place} sendsMail={sendsMail} lastResult={ofAddress ? lastResult : undefined} />
      </section>
      <section className="sheet" aria-labelledby="data">
        <h2 id="data" className="text-h3">
          Your data
        </h2>
        <YourData
          place={place}
          download={download}
          forwardedTo={forwardedTo}
          lastResult={ofAddress ? undefined : lastResult}
        />
      </section>
      {sendsMail ? (
        <section className="sheet" aria-labelledby="link">
          <h2 id="link" className="text-h3">
            Your link
          </h2>
          <NewLink email={place.email} />
        </section>
      ) : null}
      <section className="sheet" aria-labelledby="leave">
        <h2 id="leave" className="text-h3">
          Leave the waitlist
        </h2>
        <WaysOut forwardedTo={forwardedTo} />
      </section>
    </>
  );
}
