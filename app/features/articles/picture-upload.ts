import { sendFiles } from "../../ui/send-form.ts";
import { pictureFaults } from "../pictures/picture-faults.ts";
import { pictureFaultOf, pictureLimit, readPicture } from "../pictures/picture-file.ts";
import { smallerPictures } from "../pictures/smaller-pictures.ts";

export async function faultOf(file: File): Promise<string | null> {
  const fault = await pictureFault(file);
  return fault && `${file.name} was not added. ${pictureFaults[fault]}`;
}

async function pictureFault(file: File) {
  if (file.size > pictureLimit) return "too-large";
  const bytes = new Uint8Array(await file.arrayBuffer());
  return readPicture(bytes) ? null : pictureFaultOf(bytes);
}

/**
 * Adds a picture to the site's library, with smaller versions if the browser can make them.
 * @param alt what it shows
 * @returns the picture's path and description, or an error message for the user
 */
export async function uploadPicture(
  file: File,
  alt: string,
): Promise<{ picture: { path: string; alt: string } } | { fault: string }> {
  const form = new FormData();
  form.append("intent", "add");
  form.append("new_id", crypto.randomUUID());
  form.append("alt", alt);
  form.append("picture", file);
  const { files } = await smallerPictures(file);
  for (const { width, file: smaller } of files) form.append(`picture-${width}`, smaller);
  const answer = await sendFiles("/admin/pictures.json", form).catch(() => null);
  if (!answer) return { fault: `${file.name} was not added: there is no connection. Add it again in a minute.` };
  if (answer.status === 401)
    return {
      fault: `${file.name} was not added, because your session has ended. Sign in in another tab, then add it again. Your text is still here.`,
    };
  const said = (await answer.json().catch(() => ({}))) as { path?: string; alt?: string; error?: string };
  if (answer.ok && said.path) return { picture: { path: said.path, alt: said.alt ?? alt } };
  return { fault: `${file.name} was not added. ${said.error ?? "Try again in a minute."}` };
}
