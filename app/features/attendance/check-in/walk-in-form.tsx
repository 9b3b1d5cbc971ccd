import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import { walkInSchema } from "./door.schema.ts";

interface WalkInFormProps {
  id: string;
  here: string;
  lastResult?: SubmissionResult<string[]>;
}

export function WalkInForm({ id, here, lastResult }: WalkInFormProps) {
  const [form, fields] = useForm<z.input<typeof walkInSchema>>({
    id: "walk-in",
    lastResult,
    defaultValue: { people: 1 },
    constraint: getZodConstraint(walkInSchema),
    defaultNoValidate: false,
  });
  return (
    <form {...getFormProps(form)} method="post" action={here} className="form">
      <ErrorSummary fields={[fields.people]} />
      <input type="hidden" name="id" value={id} />
      <Field field={fields.people} label="People without a reservation" type="number" inputMode="numeric" />
      <Button name="intent" value="walk-in" looks={["ghost"]} data-busy="Counting …">
        Count them
      </Button>
    </form>
  );
}
