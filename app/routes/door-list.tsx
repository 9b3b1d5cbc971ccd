import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findDoor, listGuests } from "../features/attendance/check-in/door.server.ts";
import { findHelper } from "../features/attendance/check-in/door-cookie.server.ts";
import { ClosedDoor, NoPass } from "../features/attendance/check-in/no-door.tsx";
import { PaperList } from "../features/attendance/check-in/paper-list.tsx";
import { personalMeta } from "../features/metadata/metadata.ts";
import { answerHeaders, personalHeaders } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { bare: true };

/** More people than any event has spots. */
const everybody = 5000;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const helper = await findHelper(context, request);
  const [door, guests] = helper
    ? await Promise.all([findDoor(context, helper.pass), listGuests(context, helper.pass, "", everybody)])
    : [null, []];
  const loaded = { door, guests, hasPass: helper !== null, now: context.now.toISOString() };
  return data(loaded, { status: door ? 200 : 404, headers: personalHeaders });
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, args.data?.door ? `List: ${args.data.door.title}` : "List");

export default function DoorListRoute() {
  const { door, guests, hasPass, now } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap section grid content-start gap-6">
      {!door ? (
        <NoPass hasPass={hasPass} />
      ) : door.state === "open" ? (
        <PaperList title={door.title} guests={guests} madeAt={new Date(now)} />
      ) : (
        <ClosedDoor door={door} />
      )}
    </main>
  );
}
