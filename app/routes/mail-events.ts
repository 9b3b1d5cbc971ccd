import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { takeMailEvent } from "../features/mail/mail-events.server.ts";
import { forbidden, neverStored, notFound } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { signedJson: true };

export function loader() {
  throw notFound();
}

/** The mail provider reads only the status of the response. */
export async function action({ request, context }: ActionFunctionArgs) {
  switch (await takeMailEvent(context, request)) {
    case "not-configured":
      throw notFound();
    case "forged":
      throw forbidden();
    case "noted":
      return new Response(null, { status: 204, headers: neverStored });
  }
}
