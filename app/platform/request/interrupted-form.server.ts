import { defaults, seal, unseal } from "iron-webcrypto";
import { z } from "zod";
import { once } from "../once.ts";
import { keyedDigest } from "./visitor.ts";

/** A form sent after the session had ended, as the sign-in page carries it. */
const interruptedForm = once(() =>
  z.object({
    path: z.string(),
    /** the account id of the session; null if no cookie identified one */
    account: z.string().nullable(),
    /** the values by field name, without passwords */
    fields: z.record(z.string()),
    /** the names of the chosen files, whose contents are not kept */
    files: z.array(z.string()),
  }),
);

export type InterruptedForm = z.output<ReturnType<typeof interruptedForm>>;

export interface Interruption {
  /** the page to show to someone who sent an admin form and must first sign in or enter a code */
  leadsTo: "/admin/login" | "/admin/code" | null;
  /** the sealed form for that page to carry; empty if the form is too long */
  sealed?: string;
  /** the names of the files that were sent with it and are lost */
  files?: string[];
  /** the form to give back to the person who has just signed in again */
  returned?: InterruptedForm;
}

/** Milliseconds during which the form can be given back. */
const lifetime = 30 * 60_000;
/** Bytes: the longest form of the admin area, with all line breaks and quotation marks escaped. */
const longest = 170 * 1024;

/**
 * Seals a form, so that no one else can read or change it.
 * @param secrets newest first; only the first one is used to seal
 * @returns the sealed text; empty for a form that is too long, or whose fields were dropped for that reason
 */
export async function sealForm(form: InterruptedForm, secrets: string[]): Promise<string> {
  if (Object.keys(form.fields).length === 0) return "";
  if (new TextEncoder().encode(JSON.stringify(form)).length > longest) return "";
  return seal(form, await keyOf(secrets[0] ?? ""), { ...defaults, ttl: lifetime });
}

/** Returns the form in a sealed text, or null if we did not seal it or did so more than 30 minutes ago. */
export async function openForm(sealed: string, secrets: string[]): Promise<InterruptedForm | null> {
  for (const secret of secrets) {
    const opened = await unseal(sealed, await keyOf(secret), defaults).catch(() => null);
    const form = interruptedForm().safeParse(opened);
    if (form.success) return form.data;
  }
  return null;
}

/** A separate key, so that a sealed form cannot pass for a session. */
const keyOf = (secret: string) => keyedDigest(secret, "interrupted-form:v1");

/**
 * Returns the fields of a form in their order, so that it can be resubmitted unchanged.
 * @param secretFields the names of fields whose values are never shown again
 * @returns null for a form with a secret or a file, which would be missing
 */
export function sentAgain(form: FormData, secretFields: readonly string[]): [name: string, value: string][] | null {
  const fields: [string, string][] = [];
  for (const [name, value] of form) {
    if (typeof value === "string" && !secretFields.includes(name)) fields.push([name, value]);
    else if (typeof value === "string" ? value : value.size > 0) return null;
  }
  return fields;
}

/** @param secretFields the names of fields whose values are never kept */
export function fieldsAndFiles(form: FormData, secretFields: readonly string[]) {
  const fields: InterruptedForm["fields"] = {};
  const files: string[] = [];
  for (const [name, value] of form) {
    if (typeof value !== "string") {
      if (value.size > 0) files.push(value.name.slice(0, 200));
    } else if (!secretFields.includes(name)) fields[name] = value;
  }
  return { fields, files };
}
