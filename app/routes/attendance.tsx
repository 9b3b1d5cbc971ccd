import { parseWithZod } from "@conform-to/zod";
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { attendanceSchema } from "../features/attendance/status-page/attendance.schema.ts";
import { attendanceOf } from "../features/attendance/status-page/attendance.ts";
import { AttendanceSheet } from "../features/attendance/status-page/attendance-sheet.tsx";
import { findStatusPage } from "../features/attendance/status-page/status-page.server.ts";
import { personalMeta } from "../features/metadata/metadata.ts";
import { answerHeaders, personalHeaders } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { PersonalPage } from "../ui/personal-page.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const entry = await findStatusPage(context, params.token);
  const attendance = entry?.state === "waiting" ? attendanceOf(entry) : null;
  if (entry?.state !== "waiting" || !attendance)
    return data({ attendance: null, name: "", lastResult: undefined }, { status: 404, headers: personalHeaders });
  const query = new URL(request.url).searchParams;
  if (!query.has("name"))
    return data({ attendance, name: entry.name, lastResult: undefined }, { headers: personalHeaders });
  const submission = parseWithZod(query, { schema: attendanceSchema });
  if (submission.status !== "success")
    return data({ attendance, name: "", lastResult: submission.reply() }, { status: 422, headers: personalHeaders });
  return data({ attendance, name: submission.value.name ?? "", lastResult: undefined }, { headers: personalHeaders });
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your attendance");

export default function AttendancePage() {
  const { attendance, name, lastResult } = useLoaderData<typeof loader>();
  if (!attendance)
    return (
      <PersonalPage title="No attendance" stars="cluster">
        <p>
          No check-in belongs to this link: nobody was checked in with it, the reservation was erased, a newer link has
          replaced this one, or it is not complete.
        </p>
      </PersonalPage>
    );
  return (
    <PersonalPage title="Attendance" stars="cluster">
      <AttendanceSheet attendance={attendance} name={name} lastResult={lastResult} />
    </PersonalPage>
  );
}
