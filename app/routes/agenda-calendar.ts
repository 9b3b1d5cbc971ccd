import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarResponse } from "../features/events/calendar/calendar.server.ts";
import { chosenIn, knownOf } from "../features/programme/agenda.ts";
import { agendaFile } from "../features/programme/agenda-calendar.server.ts";
import { readProgramme } from "../features/programme/programme.server.ts";
import { notFound } from "../platform/request/http.ts";
import { withoutLinkSecret } from "../platform/text/link-secret.ts";
import { slug } from "../platform/text/text.ts";

/** Calendars that subscribe load this URL repeatedly: it stays valid even if some of its talks no longer exist. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const key = params.key ?? "";
  if (!slug.test(key)) throw notFound();
  const programme = await readProgramme(context, key);
  if (!programme) throw notFound();
  const chosen = knownOf(chosenIn(new URL(request.url).searchParams), programme);
  return calendarResponse(agendaFile(programme, chosen, context), `${withoutLinkSecret(key)}-agenda`, "inline");
}
