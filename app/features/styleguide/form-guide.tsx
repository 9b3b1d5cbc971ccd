import { useForm } from "@conform-to/react";
import { Button } from "../../ui/button.tsx";
import { CheckField, Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";

interface Sample {
  name: string;
  email: string;
  message: string;
  icon: string;
  shown: boolean;
}

export function FormGuide() {
  const [form, fields] = useForm<Sample>({
    id: "sample-form",
    defaultValue: { name: "Kaʻiulani", email: "kaiulani", icon: "book-open", shown: "on" },
    lastResult: {
      status: "error",
      error: { email: ["Please enter a valid email address"], message: ["Enter your message"] },
      initialValue: { name: "Kaʻiulani", email: "kaiulani" },
    },
  });
  return (
    <section aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <form id={form.id} className="form sheet mt-6 max-w-160" noValidate>
        <ErrorSummary fields={[fields.email, fields.message]} />
        <Field field={fields.name} label="Name" hint="As you want to be called." />
        <Field field={fields.email} label="Email" type="email" autoComplete="off" />
        <Field field={fields.message} label="Message" type="textarea" />
        <SelectField field={fields.icon} label="Icon" options={[{ value: "book-open", label: "Open book" }]} />
        <CheckField field={fields.shown} label="Visitors may see it" />
        <Button type="button">Send</Button>
      </form>
    </section>
  );
}
