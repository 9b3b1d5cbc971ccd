import type { AppLoadContext } from "@remix-run/cloudflare";
import { arrivalSchema } from "./door.schema.ts";
import { checkIn, undoCheckIn } from "./door.server.ts";
import type { Helper } from "./door-cookie.server.ts";

/**
 * Handles the check-in and undo buttons of the guest list and of a ticket's page.
 * @returns the `done` for the page that shows the result, or null for any other form
 */
export async function answerCheckIn(context: AppLoadContext, helper: Helper, code: string, form: FormData) {
  switch (form.get("intent")) {
    case "check-in":
      return checkIn(context, helper, code, arrivalSchema.parse(form.get("people")));
    case "more":
      return checkIn(
        context,
        helper,
        code,
        arrivalSchema.parse(form.get("people")),
        arrivalSchema.parse(form.get("arrived")),
      );
    case "undo":
      return (await undoCheckIn(context, helper.pass, code)) ? "undone" : "not-in";
    default:
      return null;
  }
}
