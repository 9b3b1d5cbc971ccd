import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pathOf } from "../features/events/event.ts";
import { nameSchema } from "../features/places/place.schema.ts";
import {
  confirmPlace,
  findPlace,
  leavePlace,
  personalHeaders,
  renamePlace,
  returnToPlace,
} from "../features/places/place.server.ts";
import { ConfirmAddress, DepartedNotice, PlaceFacts, WaysOut, YourData } from "../features/places/place-details.tsx";
import { answerHeaders, seeOther, unprocessable } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { site } from "../site.ts";
import { Notice } from "../ui/form-messages.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/events" };

const notices: Record<string, string> = {
  confirmed: "Your address is confirmed.",
  renamed: "Your name is saved.",
  back: "You are on the waitlist.",
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const place = await findPlace(context, params.token);
  const endpoint = context.env.WAITLIST_ENDPOINT_URL;
  const loaded = {
    place,
    now: context.now.toISOString(),
    download: `/w/${params.token}.json`,
    forwardedTo: place?.forwarded_at && endpoint ? new URL(endpoint).host : null,
    notice: notices[new URL(request.url).searchParams.get("done") ?? ""] ?? null,
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
  return (
    <p>
      No place on a waitlist belongs to this link: the entry was removed, or the link is not complete. You can join
      again on the page of the <a href="/events">event</a>.
    </p>
  );
}

function Shown({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const { place, now, download, forwardedTo, notice } = useLoaderData<typeof loader>();
  if (!place) return null;
  if (place.state !== "waiting") return <DepartedNotice place={place} forwardedTo={forwardedTo} />;
  return (
    <>
      {notice && !lastResult ? <Notice title={notice} /> : null}
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
        <ConfirmAddress place={place} />
      </section>
      <section className="sheet" aria-labelledby="data">
        <h2 id="data" className="text-h3">
          Your data
        </h2>
        <YourData place={place} download={download} forwardedTo={forwardedTo} lastResult={lastResult} />
      </section>
      <section className="sheet" aria-labelledby="leave">
        <h2 id="leave" className="text-h3">
          Leave the waitlist
        </h2>
        <WaysOut forwardedTo={forwardedTo} />
      </section>
    </>
  );
}
