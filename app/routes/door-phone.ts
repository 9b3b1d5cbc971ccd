import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sentPresses } from "../features/attendance/check-in/door.schema.ts";
import { listForPhone, takePresses } from "../features/attendance/check-in/door.server.ts";
import { findHelper, helperOfPhone, sealForPhone } from "../features/attendance/check-in/door-cookie.server.ts";
import { doorLimit } from "../features/attendance/check-in/door-limit.ts";
import { personalHeaders } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { rateLimit: doorLimit };

const answer = (content: object, status = 200) => Response.json(content, { status, headers: personalHeaders });

/** Returns what a helper's phone stores; `ended` without a valid pass. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const helper = await findHelper(context, request);
  const list = helper && (await listForPhone(context, helper.pass));
  if (!list) return answer({ state: "ended" });
  const credential = await sealForPhone(context, helper, list.closes_in);
  return answer({ ...list, credential, now: context.now });
}

/** Authenticated by the credential that came with the list, because the cookie may have expired. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const helper = await helperOfPhone(context, String(form.get("credential")));
  const presses = sentPresses.safeParse(jsonOf(String(form.get("presses"))));
  if (!presses.success) return answer({}, 422);
  return answer({ answers: helper && (await takePresses(context, helper, presses.data)) });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
