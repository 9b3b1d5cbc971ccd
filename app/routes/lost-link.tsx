import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { answerLostLink } from "../features/attendance/status-page/answer-status-page.server.ts";
import { lostLinkSchema } from "../features/attendance/status-page/status-page.schema.ts";
import { pathOf } from "../features/events/event/event.ts";
import { findEvent } from "../features/events/event/events.server.ts";
import { senderOf } from "../features/mail/mail-sender.server.ts";
import { personalMeta } from "../features/metadata/metadata.ts";
import { DatabaseUnavailable } from "../platform/database/unavailable.ts";
import { notFound, redirect } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { slug } from "../platform/text/text.ts";
import { Button } from "../ui/button.tsx";
import { Field, Honeypot } from "../ui/field.tsx";
import { ErrorSummary, Notice } from "../ui/form-messages.tsx";
import { LetterWait } from "../ui/letter-wait.tsx";
import { PersonalPage } from "../ui/personal-page.tsx";

export const handle: RouteHandle = { section: "/events" };

/** A separate page, because the event's page is cached for everyone and has a form already. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const word = context.done?.word;
  if (word === "new-link" || word === "no-link") return { event: null, done: word } as const;
  const key = eventIn(request, context);
  const event = await findEvent(context, key).catch((error) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return undefined;
  });
  if (event === null) throw notFound();
  const done = context.done?.word === "resent" ? ("resent" as const) : null;
  return { event: event ?? null, done };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await answerLostLink(context, eventIn(request, context), await request.formData());
  if (answer === null) throw notFound();
  return answer;
}

/**
 * Returns the key of the event in the URL. Throws 404 if it is malformed or no sender is configured, and a redirect to
 * the events if there is no key.
 */
function eventIn(request: Request, { env }: AppLoadContext): string {
  const key = new URL(request.url).searchParams.get("event");
  if (!senderOf(env) || (key !== null && !slug.test(key))) throw notFound();
  if (key === null) throw redirect("/events");
  return key;
}

export const meta: MetaFunction = (args) => personalMeta(args, "Lost your link?");

export default function LostLink() {
  const { event, done } = useLoaderData<typeof loader>();
  const lead = event ? (
    <>
      {event.takes_reservations ? "To your sign-up for" : "To your waitlist entry for"}{" "}
      <a href={pathOf(event)}>{event.title}</a>
    </>
  ) : null;
  return (
    <PersonalPage
      title={done === "new-link" ? "Your new link" : done === "no-link" ? "Your links" : "Lost your link?"}
      lead={lead}
      stars="cluster"
    >
      <div className="grid max-w-160 gap-8">
        {done === "new-link" ? (
          <Notice title="An email with a new link to your page is on its way.">
            The links that you had no longer work. If it does not arrive, ask for it again on the page of the{" "}
            <a href="/events">event</a>.
          </Notice>
        ) : done === "no-link" ? (
          <Notice title="The links that you had no longer work.">
            We cannot send a new one: this address takes no emails from us. <a href="/contact">Write to us</a> to get
            back to your sign-up.
          </Notice>
        ) : (
          <AskForm />
        )}
      </div>
    </PersonalPage>
  );
}

function AskForm() {
  const { done } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof lostLinkSchema>>({
    id: "lost-link",
    lastResult,
    constraint: getZodConstraint(lostLinkSchema),
    defaultNoValidate: false,
  });
  return (
    <>
      {done && !lastResult ? (
        <Notice title="If this address is on the list, an email with the link is on its way.">
          At most one such email a day goes to one address for each event.
          <LetterWait />
        </Notice>
      ) : null}
      <form {...getFormProps(form)} method="post" className="form">
        <ErrorSummary fields={[fields.email]} formError={form.errors?.[0]} />
        <Field
          field={fields.email}
          label="Email"
          type="email"
          autoComplete="email"
          hint="The address that you signed up with. The link to your page goes there and nowhere else."
        />
        <Honeypot formId={form.id} />
        <Button data-busy="Sending …">Send me the link</Button>
      </form>
    </>
  );
}
