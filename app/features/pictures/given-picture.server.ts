import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { newIdIn } from "../../admin/new-row.server.ts";
import { pictureFaults } from "./picture-faults.ts";
import { newPictureSchema } from "./pictures.schema.ts";
import { addPicture, findPicture, type Picture } from "./pictures.server.ts";

export interface PictureRefusal {
  add?: SubmissionResult<string[]>;
  choose?: string;
}

export async function givenPicture(
  context: AppLoadContext,
  admin: Admin,
  form: FormData,
): Promise<{ picture: Picture; isHeavy: boolean } | { refusal: PictureRefusal }> {
  if (form.get("intent") === "choose") {
    const picture = await findPicture(admin, String(form.get("picture")));
    return picture ? { picture, isHeavy: false } : { refusal: { choose: "Choose a picture" } };
  }
  const submission = parseWithZod(form, { schema: newPictureSchema });
  if (submission.status !== "success") return { refusal: { add: submission.reply() } };
  const added = await addPicture(context, admin, (await newIdIn(form)) ?? crypto.randomUUID(), submission.value);
  if (!("fault" in added)) return added;
  const fieldErrors = { picture: [pictureFaults[added.fault]] };
  return { refusal: { add: submission.reply({ fieldErrors }) } };
}
