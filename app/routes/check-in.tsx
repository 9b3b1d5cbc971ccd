import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { answerCheckIn } from "../features/attendance/check-in/answer-check-in.server.ts";
import { type DoorTicket, type Elsewhere, findTicket } from "../features/attendance/check-in/door.server.ts";
import { checkInPath, codeOf } from "../features/attendance/check-in/door-code.ts";
import { findHelper } from "../features/attendance/check-in/door-cookie.server.ts";
import { doorLimit } from "../features/attendance/check-in/door-limit.ts";
import { DoorNotice } from "../features/attendance/check-in/door-notice.tsx";
import { elsewhereText } from "../features/attendance/check-in/door-words.ts";
import { OwnDoor } from "../features/attendance/check-in/own-door.tsx";
import { findEventOfCode } from "../features/attendance/check-in/passes.server.ts";
import { DoorScript } from "../features/attendance/check-in/phone/door-script.tsx";
import { TicketPanel } from "../features/attendance/check-in/ticket-panel.tsx";
import { personalMeta } from "../features/metadata/metadata.ts";
import { answerHeaders, personalHeaders, seeOther, withDone } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { ButtonLink } from "../ui/button.tsx";

export const handle: RouteHandle = { bare: true, rateLimit: doorLimit };

/** `stranger` is anyone without a valid pass: they do not learn whether the code exists. */
type Shown =
  | { kind: "stranger" | "closed" }
  | { kind: "unknown"; elsewhere: Elsewhere | null }
  | { kind: "ticket"; ticket: DoorTicket };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const helper = await findHelper(context, request);
  const found = helper ? await findTicket(context, helper.pass, codeOf(params.code)) : null;
  const shown = shownOf(found);
  const loaded = {
    shown,
    own: shown.kind === "stranger" ? await ownDoorOf(context, params.code) : null,
    now: context.now.toISOString(),
    done: context.done?.word ?? null,
  };
  return data(loaded, { headers: personalHeaders });
}

async function ownDoorOf(context: LoaderFunctionArgs["context"], typed: string | undefined) {
  const code = codeOf(typed);
  const event = await findEventOfCode(context, code);
  return event ? { event, code } : null;
}

function shownOf(found: Awaited<ReturnType<typeof findTicket>> | null): Shown {
  if (!found || found.door === "nowhere" || found.door === "over") return { kind: "stranger" };
  if (found.door !== "open") return { kind: "closed" };
  return found.ticket ? { kind: "ticket", ticket: found.ticket } : { kind: "unknown", elsewhere: found.elsewhere };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const code = codeOf(params.code);
  const helper = await findHelper(context, request);
  const done = helper ? await answerCheckIn(context, helper, code, await request.formData()) : null;
  return seeOther(done ? withDone(checkInPath(code), done) : checkInPath(code));
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, args.data?.shown.kind === "stranger" ? showAtTheDoor : "Check in");

const showAtTheDoor = "Show this at the door";

export default function CheckInRoute() {
  const { shown, own, now, done } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap section grid content-start gap-6">
      {shown.kind === "stranger" ? (
        <>
          <h1>{showAtTheDoor}</h1>
          <p>Helpers scan this code at check-in. To see or give up your reservation, open the link in our email.</p>
        </>
      ) : (
        <DoorNotice done={done} />
      )}
      {own ? <OwnDoor {...own} /> : null}
      {shown.kind === "closed" ? <h1>Check-in is not open</h1> : null}
      {shown.kind === "unknown" ? <UnknownCode elsewhere={shown.elsewhere} /> : null}
      {shown.kind === "ticket" ? (
        <div id="ticket" data-refresh="">
          <TicketPanel ticket={shown.ticket} now={new Date(now)} />
        </div>
      ) : null}
      {shown.kind === "stranger" ? null : (
        <p>
          <ButtonLink looks={["ghost", "small"]} href="/door">
            Open check-in
          </ButtonLink>
        </p>
      )}
      {shown.kind === "stranger" ? null : <DoorScript />}
    </main>
  );
}

function UnknownCode({ elsewhere }: { elsewhere: Elsewhere | null }) {
  return (
    <>
      <h1>No reservation in the room has this code</h1>
      <p>{elsewhereText(elsewhere)}</p>
      {elsewhere ? <p>If there is room, count them as a walk-in.</p> : null}
    </>
  );
}
