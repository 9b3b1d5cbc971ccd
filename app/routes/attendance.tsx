import { parseWithZod } from "@conform-to/zod";
import { type AppLoadContext, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { attendanceSchema } from "../features/attendance/status-page/attendance.schema.ts";
import { attendanceOf } from "../features/attendance/status-page/attendance.ts";
import { AttendanceSheet } from "../features/attendance/status-page/attendance-sheet.tsx";
import { findStatusPage } from "../features/attendance/status-page/status-page.server.ts";
import { credentialKeysOf } from "../features/credentials/credential-keys.server.ts";
import { CredentialSheet } from "../features/credentials/credential-sheet.tsx";
import { findOwnCredential } from "../features/credentials/credentials.server.ts";
import { personalMeta } from "../features/metadata/metadata.ts";
import { answerHeaders, personalHeaders } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { PersonalPage } from "../ui/personal-page.tsx";
import { drawQrCode } from "../ui/qr-code.tsx";

export const handle: RouteHandle = { section: "/events" };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { token = "" } = params;
  const entry = await findStatusPage(context, token);
  const attendance = entry?.state === "waiting" ? attendanceOf(entry) : null;
  if (entry?.state !== "waiting" || !attendance) return data(null, { status: 404, headers: personalHeaders });
  const people = entry.reservation?.arrived ?? 1;
  const loaded = { attendance, people, ...(await credentialOf(context, token)) };
  const query = new URL(request.url).searchParams;
  if (!query.has("name"))
    return data({ ...loaded, name: entry.name, lastResult: undefined }, { headers: personalHeaders });
  const submission = parseWithZod(query, { schema: attendanceSchema });
  if (submission.status !== "success")
    return data({ ...loaded, name: "", lastResult: submission.reply() }, { status: 422, headers: personalHeaders });
  const name = submission.value.name ?? "";
  return data({ ...loaded, name, lastResult: undefined }, { headers: personalHeaders });
}

async function credentialOf(context: AppLoadContext, token: string) {
  if (!(await credentialKeysOf(context.env))) return { download: null, isTakenBack: false, drawing: null };
  const issued = await findOwnCredential(context, token);
  const isTakenBack = (issued?.taken_back_at ?? null) !== null;
  return {
    download: isTakenBack ? null : `/w/${token}/credential`,
    isTakenBack,
    drawing: issued && !isTakenBack ? drawQrCode(`${context.origin}/verify?id=${issued.id}`) : null,
  };
}

export const headers = answerHeaders;

export const meta: MetaFunction = (args) => personalMeta(args, "Your attendance");

export default function AttendancePage() {
  const loaded = useLoaderData<typeof loader>();
  if (!loaded)
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
      <AttendanceSheet {...loaded} />
      <CredentialSheet {...loaded} />
    </PersonalPage>
  );
}
