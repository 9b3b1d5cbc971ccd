import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { dayInMilliseconds, momentText } from "../../platform/text/site-time.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary, Notice } from "../../ui/form-messages.tsx";
import { durationText, retention } from "../retention/retention.ts";
import { type correctionSchema, newsletterConsent } from "./newsletter.schema.ts";
import type { AddressChange, Subscription } from "./subscription.server.ts";

/** The address is confirmed by pressing the button, not by opening the link, because mail clients open links too. */
export function ConfirmSubscription({ subscription }: { subscription: Subscription }) {
  const { email, confirm_by: confirmBy } = subscription;
  return (
    <form method="post">
      <p>
        Is <strong className="wrap-anywhere">{email}</strong> yours, and do you want our newsletter?{" "}
        {newsletterConsent.text}
      </p>
      {confirmBy ? (
        <p className="hint mt-2">Without your confirmation we erase it after {momentText(confirmBy)}.</p>
      ) : null}
      <p className="mt-4">
        <Button name="intent" value="confirm">
          Confirm and subscribe
        </Button>
      </p>
    </form>
  );
}

export function ConfirmNewAddress({ change: { email } }: { change: AddressChange }) {
  return (
    <form method="post">
      <p>
        Do you want our newsletter to go to <strong className="wrap-anywhere">{email}</strong> from now on? Your old
        address gets an email that says so.
      </p>
      <p className="mt-4">
        <Button name="intent" value="confirm">
          Confirm this address
        </Button>
      </p>
    </form>
  );
}

interface ChangeAddressProps {
  subscription: Subscription;
  lastResult?: SubmissionResult<string[]>;
}

export function ChangeAddress({ subscription: { email, confirmed_at: at, changes }, lastResult }: ChangeAddressProps) {
  const [form, fields] = useForm<z.input<typeof correctionSchema>>({
    id: "your-address",
    lastResult,
    defaultNoValidate: false,
  });
  return (
    <>
      <p>
        The newsletter goes to <strong className="wrap-anywhere">{email}</strong>
        {at ? `, which you confirmed on ${momentText(at)}` : ""}.
      </p>
      {changes.map((change) => (
        <p key={change.email} className="mt-2 wrap-anywhere">
          {change.email} is not confirmed yet. Look for our email there.
        </p>
      ))}
      <form {...getFormProps(form)} method="post" className="form mt-6">
        <ErrorSummary fields={[fields.email]} formError={form.errors?.[0]} />
        <Field field={fields.email} label="New email address" type="email" autoComplete="email" />
        <Button name="intent" value="change" looks={["ghost"]}>
          Change address
        </Button>
        <p className="hint">We send an email there first. The newsletter moves when you confirm it.</p>
      </form>
    </>
  );
}

interface YourDataProps {
  subscription: Subscription;
  download: string;
}

export function YourData({ subscription, download }: YourDataProps) {
  const {
    email,
    created_at: since,
    requested_at: requestedAt,
    consent_version: version,
    imported_from: source,
  } = subscription;
  return (
    <>
      <dl className="facts">
        <dt>Email</dt>
        <dd className="wrap-anywhere">{email}</dd>
        <dt>{source && !requestedAt ? "Imported" : "Requested"}</dt>
        <dd>{momentText(requestedAt ?? since)}</dd>
        {source ? (
          <>
            <dt>Imported from</dt>
            <dd>
              {source}, where this was agreed to: “{subscription.agreed_text}”
            </dd>
          </>
        ) : null}
        {version === newsletterConsent.version ? (
          <>
            <dt>You asked for</dt>
            <dd>{newsletterConsent.text}</dd>
          </>
        ) : null}
        <dt>Confirmed</dt>
        <dd>{subscription.confirmed_at ? momentText(subscription.confirmed_at) : "Not yet"}</dd>
      </dl>
      <p className="mt-6">
        <a href={download} download>
          Download your data (JSON)
        </a>
      </p>
    </>
  );
}

export function Leave() {
  return (
    <form method="post">
      <p>
        You can undo this for {durationText(retention.departure)}. Emails about events and tickets are not affected.
      </p>
      <p className="mt-4">
        <Button name="intent" value="leave" looks={["ghost"]}>
          Unsubscribe
        </Button>
      </p>
    </form>
  );
}

export function Erase({ isConfirmed }: { isConfirmed: boolean }) {
  return (
    <form method="post">
      <p>
        We erase your address and what belongs to it at once. This cannot be undone.
        {isConfirmed ? " A digest of the address stays, so that we do not write to it again unless you subscribe." : ""}
      </p>
      <p className="mt-4">
        <Button name="intent" value="erase" looks={["ghost"]}>
          Erase now
        </Button>
      </p>
    </form>
  );
}

export function NotMine() {
  return (
    <form method="post">
      <p>
        If you did not subscribe, someone else gave us your address. We erase it at once and do not write to it about
        the newsletter again; for that we keep a digest of it. This cannot be undone.
      </p>
      <p className="mt-4">
        <Button name="intent" value="not-mine" looks={["ghost"]}>
          Remove my address
        </Button>
      </p>
    </form>
  );
}

export function LeftNotice({ subscription, now }: { subscription: Subscription; now: Date }) {
  const leftAt = Date.parse(subscription.left_at ?? "");
  const after = (days: number) => momentText(new Date(leftAt + days * dayInMilliseconds).toISOString());
  const canUndo = now.getTime() < leftAt + dayInMilliseconds;
  return (
    <>
      <Notice title="You have unsubscribed.">
        {canUndo ? `Until ${after(1)} you can undo this.` : ""} We erase your address after{" "}
        {subscription.confirm_by ? momentText(subscription.confirm_by) : after(retention.departedSubscriber.days)}.
      </Notice>
      <form method="post" className="mt-6 flex flex-wrap gap-4">
        <Button name="intent" value="return">
          {canUndo ? "Undo" : "Subscribe again"}
        </Button>
        <Button name="intent" value="erase" looks={["ghost"]}>
          Erase now
        </Button>
      </form>
    </>
  );
}
