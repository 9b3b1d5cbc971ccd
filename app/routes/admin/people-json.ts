import { parseWithZod } from "@conform-to/zod";
import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { personSchema } from "../../features/people/people.schema.ts";
import { findPerson } from "../../features/people/people.server.ts";
import { neverStored, seeOther } from "../../platform/request/http.ts";
import { siteIsoDay } from "../../platform/text/site-time.ts";

/** The file is requested with a form, because an address must not be in a URL. */
export async function loader({ context }: ActionFunctionArgs) {
  await requireAdmin(context);
  return seeOther("/admin/people");
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const submission = parseWithZod(await request.formData(), { schema: personSchema });
  if (submission.status !== "success") return seeOther("/admin/people");
  const person = await findPerson(admin, context.env, submission.value.email);
  return new Response(`${JSON.stringify(person, null, 2)}\n`, {
    headers: {
      ...neverStored,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="personal-data-${siteIsoDay(context.now)}.json"`,
    },
  });
}
