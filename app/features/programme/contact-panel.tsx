import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { When } from "../../admin/when.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { durationText, retention } from "../retention/retention.ts";
import { type ContactFields, contactSchema } from "./contact.schema.ts";
import type { SpeakerContact } from "./corrections.server.ts";

interface ContactPanelProps {
  contact?: SpeakerContact;
  isOver: boolean;
  sendsMail: boolean;
  link: string | null;
  newToken: string;
  lastResult?: SubmissionResult<string[]>;
}

export function ContactPanel({ contact, isOver, sendsMail, link, newToken, lastResult }: ContactPanelProps) {
  return (
    <section className="panel form-panel" aria-labelledby="contact">
      <h2 id="contact">Ask for corrections</h2>
      <p>
        {isOver
          ? "The event is over: its speakers are no longer asked, and the links that they have no longer work."
          : "A link leads the speaker to a page with their text and that of their talks. What they send is shown here until an admin accepts or declines it. The link works until the event is over."}
      </p>
      {contact?.asked_at ? (
        <p>
          Last asked <When at={contact.asked_at} />.
        </p>
      ) : null}
      {link ? (
        <p className="wrap-anywhere">
          Send the speaker this link: <a href={link}>{link}</a>. Copy it now: it is not shown again, and a new one ends
          it.
        </p>
      ) : null}
      {isOver ? null : sendsMail ? (
        <AddressForm email={contact?.email ?? undefined} lastResult={lastResult} />
      ) : (
        <form method="post">
          <input type="hidden" name="token" value={newToken} />
          <Button name="intent" value="link" looks={["small"]}>
            Make a link
          </Button>
        </form>
      )}
      {contact?.email || contact?.has_link ? (
        <form method="post" className="form mt-4">
          {contact.correction ? <p>The correction above is deleted, too.</p> : null}
          <Button name="intent" value="forget" looks={["ghost", "small"]}>
            {contact.email ? "Delete the address, and end the link" : "End the link"}
          </Button>
        </form>
      ) : null}
    </section>
  );
}

function AddressForm({ email, lastResult }: { email?: string; lastResult?: SubmissionResult<string[]> }) {
  const [form, fields] = useAdminForm<ContactFields>({
    id: "contact-form",
    intent: "ask",
    lastResult,
    defaultValue: { email },
    constraint: getZodConstraint(contactSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.email]} formError={form.errors?.[0]} />
      <Field
        field={fields.email}
        label="Email address of the speaker"
        type="email"
        autoComplete="off"
        hint={`Never public. It is deleted ${durationText(retention.speakerContact)} after the event. A new address ends the link that the one before has.`}
      />
      <Button name="intent" value="ask" data-busy="Sending …">
        Ask for corrections
      </Button>
    </form>
  );
}
