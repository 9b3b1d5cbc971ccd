import { getFormProps, type SubmissionResult } from "@conform-to/react";
import type { z } from "zod";
import { useAdminForm } from "../../../admin/returned-form.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import { attendsOptions, type Event } from "../../events/event/event.ts";
import { AttendsFields } from "../sign-up/spot-fields.tsx";
import type { personSchema } from "./by-hand.schema.ts";
import type { EventFigures } from "./people.server.ts";

interface AddPersonProps {
  meets: Event["meets"];
  signUp: NonNullable<EventFigures["sign_up"]>;
  hasSender: boolean;
  lastResult?: SubmissionResult<string[]>;
}

const notNow: Partial<Record<NonNullable<EventFigures["sign_up"]>, string>> = {
  late: "Sign-up has ended, so nobody can be added.",
  next: "The date of the event has passed, so nobody can be added.",
  closed: "The event or its main event is canceled, or the waitlist is closed, so nobody can be added.",
};

export function AddPerson({ meets, signUp, hasSender, lastResult }: AddPersonProps) {
  const [form, fields] = useAdminForm<z.input<typeof personSchema>>({
    id: "person",
    lastResult,
    defaultValue: { party: 1, attends: "room" },
  });
  const refused = notNow[signUp];
  return (
    <section className="panel form-panel" aria-labelledby="add">
      <h2 id="add">Add a person</h2>
      {refused ? (
        <p>{refused}</p>
      ) : (
        <>
          <p className="hint">
            Only people who have asked you to. They get a free spot, or join the end of the waitlist
            {hasSender ? ", and an email with a link to their page." : "; tell them yourself."}
          </p>
          <form {...getFormProps(form)} method="post" className="form">
            <ErrorSummary fields={[fields.name, fields.email, fields.party]} formError={form.errors?.[0]} />
            <input type="hidden" name="intent" value="add" />
            <Field field={fields.name} label="Name" autoComplete="off" />
            <Field field={fields.email} label="Email" type="email" autoComplete="off" />
            <Field field={fields.party} label="People" type="number" hint="1 to 10, themselves included" />
            {meets === "both" ? <AttendsFields field={fields.attends} options={attendsOptions} /> : null}
            <Button data-busy="Adding …">Add person</Button>
          </form>
        </>
      )}
    </section>
  );
}
