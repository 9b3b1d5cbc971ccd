import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { attendanceOf } from "../features/attendance/status-page/attendance.ts";
import { findStatusPage } from "../features/attendance/status-page/status-page.server.ts";
import { badgeOf } from "../features/credentials/credential.ts";
import { credentialKeysOf, signJwt } from "../features/credentials/credential-keys.server.ts";
import { issueCredential } from "../features/credentials/credentials.server.ts";
import { notFound, personalHeaders, seeOther } from "../platform/request/http.ts";

export function loader() {
  throw notFound();
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { token = "" } = params;
  const [keys, entry] = await Promise.all([credentialKeysOf(context.env), findStatusPage(context, token)]);
  const attendance = entry?.state === "waiting" ? attendanceOf(entry) : null;
  const at = entry?.state === "waiting" ? entry.reservation?.checked_in_at : null;
  const person = String((await request.formData()).get("person") ?? "1");
  const page = `/w/${token}/attendance`;
  if (!keys || !attendance || !at || !entry) return seeOther(page);
  const issued = /^[1-9]\d?$/.test(person) ? await issueCredential(context, token, Number(person)) : null;
  if (!issued || issued.taken_back_at) return seeOther(page);
  const { day, place } = attendance;
  const badge = badgeOf(issued, { event: entry.event, at, day, place }, context);
  return new Response(await signJwt(context.origin, keys, badge), {
    headers: {
      ...personalHeaders,
      "Content-Type": "application/jwt",
      "Content-Disposition": 'attachment; filename="attendance.jwt"',
    },
  });
}
