import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pathOfSeries } from "../features/events/event/event.ts";
import { personalMeta } from "../features/metadata/metadata.ts";
import { subscriptionPath } from "../features/series/series-link.ts";
import {
  confirmSeriesSubscription,
  findSeriesSubscription,
  leaveSeries,
  refuseSeries,
} from "../features/series/subscription.server.ts";
import { Confirm, Leave, NotMine, YourSubscription } from "../features/series/subscription-details.tsx";
import { answerHeaders, personalHeaders, seeOther, withDone } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { Notice } from "../ui/form-messages.tsx";
import { PersonalPage, Sheet } from "../ui/personal-page.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params: { token = "" }, context }: LoaderFunctionArgs) {
  const subscription = await findSeriesSubscription(context, token);
  const done = context.done?.word;
  const gone = !subscription && (done === "left" || done === "not-mine") ? done : null;
  const loaded = { subscription, gone, isConfirmed: done === "confirmed" };
  return data(loaded, { status: subscription || gone ? 200 : 404, headers: personalHeaders });
}

export async function action({ params: { token = "" }, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const subscription = await findSeriesSubscription(context, token);
  const path = subscriptionPath(token);
  // The page explains an invalid link.
  if (!subscription) return seeOther(path);
  switch (form.get("intent")) {
    case "confirm":
      await confirmSeriesSubscription(context, token);
      return seeOther(withDone(path, "confirmed"));
    case "leave":
      await leaveSeries(context, token);
      return seeOther(withDone(path, "left"));
    case "not-mine":
      await refuseSeries(context, token, subscription.email);
      return seeOther(withDone(path, "not-mine"));
    default:
      return seeOther(path);
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your subscription");

export default function SeriesSubscription() {
  const { subscription, gone, isConfirmed } = useLoaderData<typeof loader>();
  if (!subscription) {
    return (
      <PersonalPage
        title={
          gone === "left" ? "You have unsubscribed" : gone ? "Your address is removed" : "This link no longer works"
        }
        stars="cluster"
      >
        {gone ? (
          <p role="status">
            We have erased your email address from the subscription.{" "}
            {gone === "left"
              ? "You get no more emails about new editions, unless you subscribe again. If you are on a waitlist or have a reservation, you keep it."
              : "We will not send it an email that someone else asks for."}
          </p>
        ) : (
          <p>
            No subscription belongs to this link: you have unsubscribed, it was not confirmed in time, or the link is
            not complete. You find our series on <a href="/events">Special events</a>.
          </p>
        )}
      </PersonalPage>
    );
  }
  const { series, state } = subscription;
  const isSubscribed = state === "subscribed";
  return (
    <PersonalPage
      title="Your subscription"
      lead={
        <>
          To new editions of <a href={pathOfSeries(series)}>{series.name}</a>
        </>
      }
      stars="cluster"
    >
      {isConfirmed && isSubscribed ? (
        <Notice title="You are subscribed.">We email you when a new edition is announced.</Notice>
      ) : null}
      {isSubscribed ? null : (
        <Sheet id="confirm" title="Confirm your address">
          <Confirm subscription={subscription} />
        </Sheet>
      )}
      <Sheet id="data" title="Your data">
        <YourSubscription subscription={subscription} />
      </Sheet>
      {isSubscribed ? (
        <Sheet id="leave" title="Unsubscribe">
          <Leave />
        </Sheet>
      ) : (
        <Sheet id="not-mine" title="I did not ask for this">
          <NotMine />
        </Sheet>
      )}
    </PersonalPage>
  );
}
