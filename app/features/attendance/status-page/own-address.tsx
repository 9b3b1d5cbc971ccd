import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { momentText } from "../../../platform/text/site-time.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import { hasTakenPlace } from "../../events/event/event.ts";
import { dayAfter } from "./day-after.ts";
import { newAddressSchema } from "./status-page.schema.ts";
import type { Waiting } from "./status-page.server.ts";

interface OwnAddressProps {
  entry: Waiting;
  /** whether this site sends email; otherwise no address can be changed */
  sendsMail: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function OwnAddress({ entry, sendsMail, lastResult }: OwnAddressProps) {
  if (!entry.confirmed_at) return <ConfirmAddress entry={entry} sendsMail={sendsMail} />;
  return (
    <>
      <p>
        You confirmed <strong className="wrap-anywhere">{entry.email}</strong> on {momentText(entry.confirmed_at)}.
      </p>
      {!sendsMail ? null : entry.address_change ? (
        <Waits entry={entry} change={entry.address_change} />
      ) : (
        <ChangeAddress hasReservation={entry.reservation !== null} lastResult={lastResult} />
      )}
    </>
  );
}

/** Whether an address is confirmed beside what the person has, because nothing else on the page matters as much. */
export const confirmsFirst = (entry: Waiting, now: Date): boolean =>
  !entry.confirmed_at &&
  entry.reservation !== null &&
  entry.event.status === "scheduled" &&
  !hasTakenPlace(entry.event, now);

/** Confirms by pressing a button instead of by following the link, because mail clients follow links too. */
export function ConfirmAddress({ entry, sendsMail }: Omit<OwnAddressProps, "lastResult">) {
  return (
    <form method="post">
      <p>
        Is <strong className="wrap-anywhere">{entry.email}</strong> yours?
        {entry.reservation || entry.event.status === "cancelled" ? "" : " You keep your waitlist position either way."}
        {sendsMail ? " You can change the address once you have confirmed this one." : ""}
      </p>
      <p className="mt-4">
        <Button name="intent" value="confirm">
          Confirm this address
        </Button>
      </p>
    </form>
  );
}

function Waits({ entry, change }: { entry: Waiting; change: NonNullable<Waiting["address_change"]> }) {
  return (
    <form method="post" className="mt-6">
      <p>
        Waiting for confirmation of <strong className="wrap-anywhere">{change.email}</strong>, by the link in the email
        to that address. The link works until {momentText(dayAfter(change.asked_at))}. Until it is confirmed,{" "}
        <span className="wrap-anywhere">{entry.email}</span> stays your address.
      </p>
      <p className="mt-4">
        <Button name="intent" value="keep-address" looks={["ghost"]}>
          Keep the old address
        </Button>
      </p>
    </form>
  );
}

function ChangeAddress({
  hasReservation,
  lastResult,
}: Pick<OwnAddressProps, "lastResult"> & { hasReservation: boolean }) {
  const [form, fields] = useForm<z.input<typeof newAddressSchema>>({
    id: "new-address",
    lastResult,
    constraint: getZodConstraint(newAddressSchema),
    defaultNoValidate: false,
  });
  return (
    <form {...getFormProps(form)} method="post" className="form mt-6">
      <ErrorSummary fields={[fields.email]} formError={form.errors?.[0]} />
      <Field
        field={fields.email}
        label="New email address"
        type="email"
        autoComplete="email"
        hint={`We send a link to the new address. When you confirm there, it replaces this one; nothing else changes about your ${hasReservation ? "sign-up" : "waitlist entry"}.`}
      />
      <Button name="intent" value="change-address" looks={["ghost"]}>
        Change address
      </Button>
    </form>
  );
}

export function NewLink({ email }: { email: string }) {
  return (
    <form method="post">
      <p>
        Anyone who has the link to this page can act in your name here. If someone else may have it, make a new one: we
        send it to <span className="wrap-anywhere">{email}</span>, and the links that you have now stop working.
      </p>
      <p className="mt-4">
        <Button name="intent" value="new-link" looks={["ghost"]}>
          Make a new link
        </Button>
      </p>
    </form>
  );
}
