import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { personalMeta } from "../features/metadata/metadata.ts";
import { correctionSchema } from "../features/newsletter/newsletter.schema.ts";
import { preferencePath } from "../features/newsletter/newsletter-link.ts";
import {
  changeAddress,
  confirmSubscription,
  eraseSubscription,
  erasureIn,
  findSubscription,
  leaveNewsletter,
  returnToNewsletter,
} from "../features/newsletter/subscription.server.ts";
import {
  ChangeAddress,
  ConfirmNewAddress,
  ConfirmSubscription,
  Erase,
  Leave,
  LeftNotice,
  NotMine,
  YourData,
} from "../features/newsletter/subscription-details.tsx";
import { answerHeaders, personalHeaders, seeOther, unprocessable, withDone } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { Notice } from "../ui/form-messages.tsx";
import { PersonalPage, Sheet } from "../ui/personal-page.tsx";

export const handle: RouteHandle = { section: "/insights" };

const notices = {
  confirmed: "You are subscribed.",
  changed: "The newsletter goes to this address from now on.",
  back: "You are subscribed again.",
  asked: "Check your new inbox: the email there has a link to confirm it.",
  refused:
    "We do not send the newsletter to this address: an email to it came back or was reported as spam, or its owner did not ask for it. Use another address, or write to us.",
};

type NewsletterNotice = keyof typeof notices;

const isNotice = (done = ""): done is NewsletterNotice => Object.hasOwn(notices, done);

export async function loader({ params: { token = "" }, context }: LoaderFunctionArgs) {
  const page = await findSubscription(context, token);
  const done = context.done?.word;
  const erased = page ? null : erasureIn(context);
  const loaded = {
    page,
    erased,
    now: context.now.toISOString(),
    download: `${preferencePath(token)}.json`,
    notice: isNotice(done) ? notices[done] : null,
    isBad: done === "refused",
  };
  return data(loaded, { status: page || erased ? 200 : 404, headers: personalHeaders });
}

export async function action({ params: { token = "" }, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const page = await findSubscription(context, token);
  const intent = form.get("intent");
  const here = (done?: NewsletterNotice | "nowhere") =>
    seeOther(done && done !== "nowhere" ? withDone(preferencePath(token), done) : preferencePath(token));
  // The page explains an invalid link.
  if (!page) return here();
  if (intent === "confirm") return here(await confirmSubscription(context, token, page));
  if (page.state === "changing") return here();
  switch (intent) {
    case "leave":
      await leaveNewsletter(context, token);
      return here();
    case "return":
      return here(page.state === "left" ? await returnToNewsletter(context, token, page) : undefined);
    case "erase":
    case "not-mine":
      return seeOther(await eraseSubscription(context, token, page, intent === "erase" ? "erased" : "not-mine"));
    case "change":
      return change();
    default:
      return here();
  }

  async function change() {
    const submission = parseWithZod(form, { schema: correctionSchema });
    if (submission.status !== "success") return unprocessable(submission.reply());
    const outcome = await changeAddress(context, token, submission.value.email);
    switch (outcome) {
      case "same":
        return unprocessable(
          submission.reply({ fieldErrors: { email: ["The newsletter goes to this address already"] } }),
        );
      case "too-many":
        return unprocessable(
          submission.reply({ formErrors: ["You can ask for 5 changes a day. Try again tomorrow."] }),
          429,
        );
      default:
        return here(outcome);
    }
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your newsletter");

export default function NewsletterPage() {
  const { page, erased } = useLoaderData<typeof loader>();
  const title = page ? "Your newsletter" : erased ? "Your newsletter data is erased" : "This link no longer works";
  return (
    <PersonalPage title={title} stars="kite">
      {page ? <Shown /> : erased ? <Erased isMine={erased === "erased"} /> : <Nowhere />}
    </PersonalPage>
  );
}

function Erased({ isMine }: { isMine: boolean }) {
  return (
    <p role="status">
      We have erased your email address and everything else that we kept for the newsletter.{" "}
      {isMine
        ? "No newsletter goes to it unless you subscribe again."
        : "We will not write to it about the newsletter again."}{" "}
      If it is also on a waitlist, it stays there.
    </p>
  );
}

function Nowhere() {
  return (
    <p>
      No subscription belongs to this link: it was erased, its address has changed, or the link is not complete. You can
      subscribe on <a href="/insights#newsletter">Insights</a>.
    </p>
  );
}

function Shown() {
  const { page, now, download, notice, isBad } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  if (!page) return null;
  return (
    <>
      {notice && !lastResult ? <Notice title={notice} bad={isBad} /> : null}
      {page.state === "changing" ? (
        <Sheet id="address" title="Your new email address">
          <ConfirmNewAddress change={page} />
        </Sheet>
      ) : null}
      {page.state === "waiting" ? (
        <Sheet id="address" title="Confirm your address">
          <ConfirmSubscription subscription={page} />
        </Sheet>
      ) : null}
      {page.state === "subscribed" ? (
        <Sheet id="address" title="Your email address">
          <ChangeAddress subscription={page} lastResult={lastResult} />
        </Sheet>
      ) : null}
      {page.state === "left" ? (
        <div>
          <LeftNotice subscription={page} now={new Date(now)} />
        </div>
      ) : null}
      {page.state === "changing" ? null : (
        <Sheet id="data" title="Your data">
          <YourData subscription={page} download={download} />
        </Sheet>
      )}
      {page.state === "subscribed" ? (
        <Sheet id="leave" title="Unsubscribe">
          <Leave />
        </Sheet>
      ) : null}
      {page.state === "waiting" ? (
        <Sheet id="not-mine" title="I did not ask for this">
          <NotMine />
        </Sheet>
      ) : null}
      {page.state === "waiting" || page.state === "subscribed" ? (
        <Sheet id="erase" title="Erase your data">
          <Erase isConfirmed={page.state === "subscribed"} />
        </Sheet>
      ) : null}
    </>
  );
}
