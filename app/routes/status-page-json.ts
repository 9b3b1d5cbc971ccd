import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findStatusPage, forwardedToOf } from "../features/attendance/status-page/status-page.server.ts";
import { notFound, personalHeaders } from "../platform/request/http.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const entry = await findStatusPage(context, params.token);
  if (entry?.state !== "waiting") throw notFound();
  const { event, state: _state, asks: _asks, ...held } = entry;
  return new Response(
    `${JSON.stringify({ event: event.title, ...held, forwarded_to: forwardedToOf(context, entry) }, null, 2)}\n`,
    {
      headers: {
        ...personalHeaders,
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": 'attachment; filename="your-data.json"',
      },
    },
  );
}
