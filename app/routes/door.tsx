import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerCheckIn } from "../features/attendance/check-in/answer-check-in.server.ts";
import { walkInSchema } from "../features/attendance/check-in/door.schema.ts";
import { addWalkIn, type Door, findDoor, listGuests, undoWalkIn } from "../features/attendance/check-in/door.server.ts";
import { checkInPath, codeOf } from "../features/attendance/check-in/door-code.ts";
import { findHelper, leaveDoor } from "../features/attendance/check-in/door-cookie.server.ts";
import { DoorCounts } from "../features/attendance/check-in/door-counts.tsx";
import type { DoorDone } from "../features/attendance/check-in/door-done.ts";
import { doorLimit } from "../features/attendance/check-in/door-limit.ts";
import { DoorNotice } from "../features/attendance/check-in/door-notice.tsx";
import { GuestList } from "../features/attendance/check-in/guest-list.tsx";
import { ClosedDoor, NoPass } from "../features/attendance/check-in/no-door.tsx";
import { isAdminHere } from "../features/attendance/check-in/passes.server.ts";
import { DoorScript } from "../features/attendance/check-in/phone/door-script.tsx";
import { WalkInForm } from "../features/attendance/check-in/walk-in-form.tsx";
import { personalMeta } from "../features/metadata/metadata.ts";
import { answerHeaders, personalHeaders, seeOther, unprocessable } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { searchText } from "../platform/text/text.ts";
import { Button } from "../ui/button.tsx";

export const handle: RouteHandle = { bare: true, rateLimit: doorLimit };

/** The most names shown at once; larger lists are searched. */
const mostShown = 50;

const searchIn = (request: Request) => searchText(new URL(request.url).searchParams.get("q"), 100);

const doorPath = (query: Record<string, string>) => {
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return given ? `/door?${given}` : "/door";
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const helper = await findHelper(context, request);
  const search = searchIn(request);
  const [door, guests] = helper
    ? await Promise.all([findDoor(context, helper.pass), listGuests(context, helper.pass, search, mostShown + 1)])
    : [null, []];
  const { searchParams } = new URL(request.url);
  const loaded = {
    door,
    guests: guests.slice(0, mostShown),
    hasMore: guests.length > mostShown,
    search,
    helper: helper?.name ?? "",
    hasPass: helper !== null,
    now: context.now.toISOString(),
    done: context.done?.word ?? null,
    walkIn: searchParams.get("walk-in"),
    newId: crypto.randomUUID(),
    isAdmin: !door && (await isAdminHere(context)),
  };
  return data(loaded, { status: door ? 200 : 404, headers: personalHeaders });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const helper = await findHelper(context, request);
  const here = (done: DoorDone | "" = "", more = {}) => seeOther(doorPath({ q: searchIn(request), done, ...more }));
  // The page says that the pass is no longer valid.
  if (!helper) return here();
  switch (form.get("intent")) {
    case "leave":
      leaveDoor(context);
      return seeOther("/door");
    case "walk-in": {
      const submission = parseWithZod(form, { schema: walkInSchema });
      if (submission.status !== "success") return unprocessable(submission.reply());
      const { id, people } = submission.value;
      const isCounted = await addWalkIn(context, helper.pass, id, people, helper.name);
      return here(isCounted ? "walked-in" : "not-walked-in", { "walk-in": id });
    }
    case "undo-walk-in": {
      const submission = parseWithZod(form, { schema: walkInSchema.pick({ id: true }) });
      if (submission.status === "success") await undoWalkIn(context, helper.pass, submission.value.id);
      return here("walk-in-undone");
    }
    default:
      return here((await answerCheckIn(context, helper, codeOf(String(form.get("code"))), form)) ?? "");
  }
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, args.data?.door ? `Check-in: ${args.data.door.title}` : "Check-in");

export default function DoorRoute() {
  const { door, isAdmin, hasPass } = useLoaderData<typeof loader>();
  return (
    <>
      <main id="main" className="wrap section grid content-start gap-6">
        {!door ? (
          <NoPass isAdmin={isAdmin} hasPass={hasPass} />
        ) : door.state === "open" ? (
          <OpenDoor door={door} />
        ) : (
          <ClosedDoor door={door} />
        )}
        {door ? <Leave /> : null}
      </main>
      <DoorScript />
    </>
  );
}

function OpenDoor({ door }: { door: Door }) {
  const { guests, hasMore, search, now, done, walkIn, newId } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  const here = doorPath({ q: search });
  return (
    <>
      <h1>{door.title}</h1>
      <search>
        <form method="get" action="/door" className="search">
          <label className="field">
            Name or code
            <input type="search" name="q" defaultValue={search} maxLength={100} autoComplete="off" />
          </label>
          <Button looks={["ghost"]}>Search</Button>
          {search ? <a href="/door">Show everybody</a> : null}
        </form>
      </search>
      <div id="door" className="grid gap-6">
        <DoorNotice done={lastResult ? null : done}>
          {done?.endsWith("walked-in") && walkIn ? <UndoWalkIn id={walkIn} here={here} /> : null}
        </DoorNotice>
        <div id="door-now" data-refresh="" className="grid gap-6">
          {door.counts ? <DoorCounts {...door.counts} /> : null}
          {guests.length > 0 ? <GuestList guests={guests} here={here} now={new Date(now)} /> : <NoGuest />}
          {hasMore ? <p className="hint">These are the first {mostShown}. Search for the others by name.</p> : null}
        </div>
      </div>
      <section className="sheet grid gap-4" aria-labelledby="walk-ins">
        <h2 id="walk-ins" className="text-h3">
          Walk-ins
        </h2>
        <WalkInForm id={newId} here={here} lastResult={lastResult} />
      </section>
      <p>
        <a href="/door/list">List to print</a>, for when no phone works
      </p>
    </>
  );
}

function NoGuest() {
  const { search } = useLoaderData<typeof loader>();
  const code = codeOf(search);
  if (!search) return <p>Nobody has a spot in the room yet.</p>;
  return (
    <p>
      Nobody with a spot in the room has this name or code.{" "}
      {code.length === 8 ? <a href={checkInPath(code)}>See what the code {code} is for</a> : null}
    </p>
  );
}

function UndoWalkIn({ id, here }: { id: string; here: string }) {
  return (
    <form method="post" action={here} className="mt-2">
      <input type="hidden" name="id" value={id} />
      <Button name="intent" value="undo-walk-in" looks={["ghost", "small"]}>
        Undo
      </Button>
    </form>
  );
}

function Leave() {
  const { helper } = useLoaderData<typeof loader>();
  return (
    <form method="post" action="/door" className="form">
      <p className="hint">You are {helper}.</p>
      <Button name="intent" value="leave" looks={["ghost", "small"]}>
        Sign out of check-in
      </Button>
    </form>
  );
}
