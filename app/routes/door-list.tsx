import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findDoor, listGuests } from "../features/door/door.server.ts";
import { findHelper } from "../features/door/door-cookie.server.ts";
import { ClosedDoor, NoPass } from "../features/door/no-door.tsx";
import { PaperList } from "../features/door/paper-list.tsx";
import { personalMeta } from "../features/metadata/metadata.ts";
import { answerHeaders, personalHeaders } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";

export const handle: RouteHandle = { bare: true };

/** More people than an event has places. */
const everybody = 5000;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const helper = await findHelper(context, request);
  const [door, guests] = helper
    ? await Promise.all([findDoor(context, helper.pass), listGuests(context, helper.pass, "", everybody)])
    : [null, []];
  const loaded = { door, guests, now: context.now.toISOString() };
  return data(loaded, { status: door ? 200 : 404, headers: personalHeaders });
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
  personalMeta(loaded?.door ? `List: ${loaded.door.title}` : "List");

export default function DoorListRoute() {
  const { door, guests, now } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap section grid content-start gap-6">
      {!door ? (
        <NoPass />
      ) : door.state === "open" ? (
        <PaperList title={door.title} guests={guests} madeAt={new Date(now)} />
      ) : (
        <ClosedDoor door={door} />
      )}
    </main>
  );
}
