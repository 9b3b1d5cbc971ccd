import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { givenPicture } from "../../features/pictures/given-picture.server.ts";
import { pictureBodyLimit } from "../../features/pictures/picture-file.ts";
import { seeOther } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";

export const handle: RouteHandle = { bodyLimit: pictureBodyLimit };

export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context);
  return seeOther("/admin/pictures");
}

/** Takes a picture from the editor's script without leaving the page: returns {path, alt}, or 422 with {error}. */
export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const given = await givenPicture(context, admin, await request.formData());
  if ("refusal" in given) {
    const { add, choose } = given.refusal;
    const [error = choose] = Object.values(add?.error ?? {}).flat();
    return Response.json({ error }, { status: 422 });
  }
  const { path, alt } = given.picture;
  return Response.json({ path, alt });
}
