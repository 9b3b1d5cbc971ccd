import { defaults, seal, unseal } from "iron-webcrypto";
import { z } from "zod";
import { keyedDigest } from "./visitor.ts";

/** A form that was sent after the session had ended, as the sign-in keeps it. */
const interruptedForm = z.object({
  /** where it was sent, with the query */
  path: z.string(),
  /** the id of the account that the session was of; null where no cookie named one */
  account: z.string().nullable(),
  /** what was typed, by the names of the fields; no passwords */
  fields: z.record(z.string()),
  /** the names of chosen files, which are not kept */
  files: z.array(z.string()),
});

export type InterruptedForm = z.output<typeof interruptedForm>;

/** What becomes of such a form within one request. */
export interface Interruption {
  /** where somebody is led who sent a form that only admins may send, and must sign in first, or enter a code */
  leadsTo: "/admin/login" | "/admin/code" | null;
  /** the form, sealed, for that page to carry; empty where it is too long to be kept */
  sealed?: string;
  /** the names of the files that came with it and are lost */
  files?: string[];
  /** the form, which whoever has just signed in again gets back */
  returned?: InterruptedForm;
}

/** Milliseconds for which it may be given back. */
const lifetime = 30 * 60_000;
/** Characters: the longest form of the admin area, with each of its line breaks and quotation marks escaped. */
const longest = 170 * 1024;

/** @param secrets the newest first; only that one seals. @returns a text that no one else can read or change; empty for a form that is too long, or came without its fields because it was */
export async function sealForm(form: InterruptedForm, secrets: string[]): Promise<string> {
  if (Object.keys(form.fields).length === 0) return "";
  if (new TextEncoder().encode(JSON.stringify(form)).length > longest) return "";
  return seal(form, await keyOf(secrets[0] ?? ""), { ...defaults, ttl: lifetime });
}

/** The form in a sealed text; null when it was not sealed by us, or more than 30 minutes ago. */
export async function openForm(sealed: string, secrets: string[]): Promise<InterruptedForm | null> {
  for (const secret of secrets) {
    const opened = await unseal(sealed, await keyOf(secret), defaults).catch(() => null);
    const form = interruptedForm.safeParse(opened);
    if (form.success) return form.data;
  }
  return null;
}

/** A key of its own, so that no sealed form passes for a session. */
const keyOf = (secret: string) => keyedDigest(secret, "interrupted-form:v1");

/**
 * The fields of a form in their order, so that it can be sent once more as it was.
 * @param secretFields the names of fields whose values are never shown again
 * @returns null for a form with a secret or a file in it, which would be missing
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
