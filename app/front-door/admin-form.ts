import { fieldsAndFiles, type InterruptedForm, sentAgain } from "../platform/request/interrupted-form.server.ts";

/** A form of the admin area as it was sent: it may come back after signing in, or on the page that says that nobody took it. */
export interface AdminForm {
  /** with its query */
  path: string;
  /** what it asks for, where it says so */
  intent(): Promise<string>;
  /** its fields, to be sent once more; null where they cannot be */
  typed(): Promise<[name: string, value: string][] | null>;
  fields(): Promise<Pick<InterruptedForm, "fields" | "files">>;
}

/** @param secretFields names of fields whose values nobody keeps */
export function adminFormOf(request: Request, secretFields: string[] = []): AdminForm {
  const sent = request.clone() as Request;
  const data = () => (sent.clone() as Request).formData();
  const { pathname, search } = new URL(request.url);
  return {
    path: pathname + search,
    intent: async () => String((await data()).get("intent") ?? ""),
    typed: async () => sentAgain(await data(), secretFields),
    fields: async () => fieldsAndFiles(await data(), secretFields),
  };
}
