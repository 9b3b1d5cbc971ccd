import type { AppLoadContext } from "@remix-run/cloudflare";
import { arrivalSchema } from "./door.schema.ts";
import { checkIn, undoCheckIn } from "./door.server.ts";
import type { Helper } from "./door-cookie.server.ts";

/**
 * What the buttons ask for that stand beside each guest and on the page of a code.
 * @returns the `done` of the page that shows the result; null for another form
 * @throws DatabaseUnavailable
 */
export async function answerCheckIn(context: AppLoadContext, helper: Helper, code: string, form: FormData) {
  switch (form.get("intent")) {
    case "check-in":
      return checkIn(context, helper.pass, code, arrivalSchema.parse(form.get("people")), helper.name);
    case "undo":
      return (await undoCheckIn(context, helper.pass, code)) ? "undone" : "not-in";
    default:
      return null;
  }
}
