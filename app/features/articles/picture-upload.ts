import { sendFiles } from "../../ui/send-form.ts";
import { pictureLimit, pictureTypes } from "../pictures/picture-file.ts";
import { smallerPictures } from "../pictures/smaller-pictures.ts";

/** Explains why a file cannot be uploaded; null if it can. */
export function faultOf({ name, type, size }: File): string | null {
  if (!pictureTypes.some((each) => each === type)) return `${name} is not a JPEG, PNG, WebP or AVIF picture.`;
  return size > pictureLimit ? `${name} is larger than 5 MiB. Choose a smaller one.` : null;
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
