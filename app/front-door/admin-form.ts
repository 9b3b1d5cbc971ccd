import { fieldsAndFiles, type InterruptedForm, sentAgain } from "../platform/request/interrupted-form.server.ts";

/** A submitted form of the admin area; it may be shown again after signing in or on the page that says it failed. */
export interface AdminForm {
  /** including the query */
  path: string;
  /** the value of its `intent` field, or empty */
  intent(): Promise<string>;
  /** its fields for resubmission; null if they cannot be sent again */
  typed(): Promise<[name: string, value: string][] | null>;
  fields(): Promise<Pick<InterruptedForm, "fields" | "files">>;
}

/** @param secretFields names of fields whose values are never kept */
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
