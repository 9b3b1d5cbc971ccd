import { type FieldMetadata, getInputProps, getSelectProps } from "@conform-to/react";
import { Icon } from "./icon.tsx";

interface FieldProps {
  field: FieldMetadata<string | undefined> | FieldMetadata<number | undefined>;
  label: string;
  type?: "text" | "email" | "password" | "url" | "number" | "date" | "time" | "datetime-local" | "textarea";
  autoComplete?: string;
  inputMode?: "numeric";
  hint?: string;
  rows?: number;
  /** Values that can be chosen instead of typing. */
  suggestions?: string[];
}

type Described = Pick<FieldMetadata<unknown>, "id" | "errors" | "errorId">;

/** The ids of a field's error and hint, if it has them. */
const describedBy = (field: Described, hint?: string) =>
  [field.errors && field.errorId, hint && `${field.id}-hint`].filter(Boolean).join(" ") || undefined;

function Hint({ field, hint }: { field: Described; hint?: string }) {
  return hint ? (
    <p className="hint" id={`${field.id}-hint`}>
      {hint}
    </p>
  ) : null;
}

/** Browsers send no link without https:// from a field of type "url"; the schema completes it. */
const asLink = { inputMode: "url", autoCapitalize: "none", spellCheck: false } as const;

const limitsOfText = ({ minLength, maxLength, pattern }: FieldMetadata<string | undefined>) => ({
  minLength,
  maxLength,
  pattern,
});

/** Browsers send numbers and times in a single format, so their fields may not have a pattern. */
const limitsOfNumber = ({ min, max, step }: FieldMetadata<string | undefined>) => ({ min, max, step });

const textTypes: readonly string[] = ["text", "email", "password", "url"];

/** A labeled text field with its error; works the same before and after a round trip to the Worker. */
export function Field({
  field: either,
  label,
  type = "text",
  autoComplete,
  inputMode,
  hint,
  rows = 7,
  suggestions,
}: FieldProps) {
  const field = either as FieldMetadata<string | undefined>;
  // Each is read once: for every reading, conform describes the whole field anew.
  const { id, name, formId, errors, errorId, required, initialValue } = field;
  const described: Described = { id, errors, errorId };
  const control = {
    required: required || undefined,
    id,
    name,
    form: formId,
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": describedBy(described, hint),
    defaultValue: typeof initialValue === "string" ? initialValue : undefined,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {type === "textarea" ? (
        <textarea
          {...control}
          minLength={field.minLength}
          maxLength={field.maxLength}
          autoComplete={autoComplete}
          rows={rows}
        />
      ) : (
        <input
          {...control}
          type={type === "url" ? "text" : type}
          {...(textTypes.includes(type) ? limitsOfText(field) : limitsOfNumber(field))}
          autoComplete={autoComplete}
          {...(type === "url" ? asLink : { inputMode })}
          list={suggestions && `${id}-suggestions`}
        />
      )}
      {suggestions ? (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      ) : null}
      <Hint field={described} hint={hint} />
      <FieldError field={described} />
    </div>
  );
}

/** People leave it empty, simple bots fill it in; text browsers show it with its label, screen readers do not. */
export function Honeypot({ formId }: { formId: string }) {
  const id = `${formId}-nickname2`;
  return (
    <div className="trap" aria-hidden="true">
      <label htmlFor={id}>Leave this field empty</label>
      <input id={id} name="nickname2" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}

interface ChoiceProps {
  field: FieldMetadata<string | undefined>;
  label: string;
  options: readonly { value: string; label: string }[];
  hint?: string;
}

export function SelectField({ field, label, options, hint }: ChoiceProps) {
  // One option is always selected, so `required` would have no effect.
  const { key, required: _required, ...select } = getSelectProps(field);
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <select key={key} {...select} aria-describedby={describedBy(field, hint)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Hint field={field} hint={hint} />
      <FieldError field={field} />
    </div>
  );
}

/** Selects one of a few values that are all visible; the legend of the surrounding fieldset is their label. */
export function RadioFields({
  field,
  options,
  hint,
  isRequired,
}: Omit<ChoiceProps, "label"> & { isRequired?: boolean }) {
  return (
    <div className="field" id={field.id}>
      {options.map(({ value, label }) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name={field.name}
            value={value}
            defaultChecked={(field.initialValue ?? "") === value}
            required={isRequired}
            aria-describedby={describedBy(field, hint)}
          />
          {label}
        </label>
      ))}
      <Hint field={field} hint={hint} />
      <FieldError field={field} />
    </div>
  );
}

/** Selects any number of a few values that are all visible; the legend of the surrounding fieldset is their label. */
export function CheckFields({
  field,
  options,
  hint,
}: {
  field: FieldMetadata<string | undefined>;
  options: ChoiceProps["options"];
  hint?: string;
}) {
  const chosen: unknown[] = [field.initialValue ?? []].flat();
  return (
    <div className="field" id={field.id}>
      {options.map(({ value, label }) => (
        <label key={value} className="choice">
          <input
            type="checkbox"
            name={field.name}
            value={value}
            defaultChecked={chosen.includes(value)}
            aria-describedby={describedBy(field, hint)}
          />
          {label}
        </label>
      ))}
      <Hint field={field} hint={hint} />
      <FieldError field={field} />
    </div>
  );
}

/** A checkbox; unchecked, it sends nothing. */
export function CheckField({
  field,
  label,
  hint,
}: {
  field: FieldMetadata<boolean | undefined>;
  label: string;
  hint?: string;
}) {
  const { key, ...input } = getInputProps(field, { type: "checkbox" });
  return (
    <div className="field">
      <label className="choice">
        <input key={key} {...input} aria-describedby={describedBy(field, hint)} />
        {label}
      </label>
      <Hint field={field} hint={hint} />
      <FieldError field={field} />
    </div>
  );
}

/** The first error of a field, referenced by `aria-describedby`. */
export function FieldError({ field }: { field: Pick<FieldMetadata<unknown>, "errors" | "errorId"> }) {
  return field.errors ? (
    <p className="error" id={field.errorId}>
      <Icon name="alert" />
      {field.errors[0]}
    </p>
  ) : null;
}
