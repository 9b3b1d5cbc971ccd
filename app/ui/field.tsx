import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";
import { Icon } from "./icon.tsx";

interface FieldProps {
  field: FieldMetadata<string>;
  label: string;
  type?: "text" | "email" | "password" | "textarea";
  autoComplete?: string;
  hint?: string;
}

/** A labelled text field with its error; works the same before and after a round trip to the Worker. */
export function Field({ field, label, type = "text", autoComplete, hint }: FieldProps) {
  const hintId = hint ? `${field.id}-hint` : undefined;
  const describedBy = [field.errors ? field.errorId : undefined, hintId].filter(Boolean).join(" ") || undefined;
  const aria = { "aria-describedby": describedBy, autoComplete };
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      {type === "textarea" ? (
        <textarea {...getTextareaProps(field)} {...aria} key={field.key} rows={7} />
      ) : (
        <input {...getInputProps(field, { type })} {...aria} key={field.key} />
      )}
      {hint ? (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      ) : null}
      {field.errors ? (
        <p className="error" id={field.errorId}>
          <Icon name="alert" />
          {field.errors[0]}
        </p>
      ) : null}
    </div>
  );
}

/** A field that people leave empty and simple robots fill in; text browsers show it, with its label. */
export function Trap({ formId }: { formId: string }) {
  const id = `${formId}-nickname2`;
  return (
    <div className="trap">
      <label htmlFor={id}>Leave this field empty</label>
      <input id={id} name="nickname2" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
