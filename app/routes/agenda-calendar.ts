import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarResponse } from "../features/events/calendar/calendar.server.ts";
import { chosenIn, knownOf } from "../features/programme/agenda.ts";
import { agendaFile } from "../features/programme/agenda-calendar.server.ts";
import { readProgramme } from "../features/programme/programme.server.ts";
import { notFound } from "../platform/request/http.ts";
import { slug } from "../platform/text/text.ts";

/** A calendar that subscribes asks again and again: the address stays as it is, whatever of it is known by now. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const key = params.key ?? "";
  if (!slug.test(key)) throw notFound();
  const programme = await readProgramme(context, key);
  if (!programme) throw notFound();
  const chosen = knownOf(chosenIn(new URL(request.url).searchParams), programme);
  return calendarResponse(agendaFile(programme, chosen, context), `${key}-agenda`, "inline");
}
