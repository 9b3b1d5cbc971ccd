import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { isId, isNoTime, type ListPage, readPage } from "../../admin/list-page.server.ts";
import { type ListQuery, wordPatterns } from "../../admin/list-query.ts";
import { saved } from "../../admin/saving.server.ts";
import { isTaken, rowsOf } from "../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { log } from "../../platform/log.ts";
import {
  filesOf,
  focuses,
  isHeavy,
  mailBytes,
  mailPath,
  mailPictureAt,
  mailWidth,
  pictureWidths,
  smallerPath,
  uploadAt,
  uploadNameOf,
} from "./picture.ts";
import { bucketName } from "./picture-bucket.server.ts";
import type { PictureFault } from "./picture-faults.ts";
import { type PictureFile, pictureFaultOf, pictureLimit, readPicture } from "./picture-file.ts";
import { withoutMetadata } from "./picture-metadata.ts";
import type { NewPictureInput, PictureInput } from "./pictures.schema.ts";

const picture = z.object({
  id: z.string(),
  path: z.string(),
  alt: z.string(),
  /** pixels */
  width: z.number(),
  height: z.number(),
  /** The size of the original file; null for posters older than the library. */
  bytes: z.number().nullable(),
  focus: z.enum(focuses),
  created_at: z.string(),
  updated_at: z.string(),
});

const pictureUse = z.object({
  kind: z.enum(["event", "place", "speaker", "article", "guide", "issue", "site"]),
  id: z.string(),
  title: z.string(),
});

const usedPicture = picture.extend({ uses: z.array(pictureUse) });

export type Picture = z.output<typeof picture>;

/** An item that shows a picture; `site` is the page with the texts of the site. */
export type PictureUse = z.output<typeof pictureUse>;

const columns = "id, path, alt, width, height, bytes, focus, created_at, updated_at";
const year = "31536000"; // seconds; a name is never reused
const uploads = "/uploads/";
const picturesOnPage = 24; // fills rows of two, three, four and six

export function listPictures(
  { database }: Admin,
  query: Pick<ListQuery, "page" | "search">,
): Promise<ListPage<Picture>> {
  let rows = database.from("pictures").select(columns, { count: "exact" });
  for (const pattern of wordPatterns(query.search)) rows = rows.like("search_text", pattern);
  const sorted = rows.order("created_at", { ascending: false }).order("id");
  return readPage(query.page, (from, to) => sorted.range(from, to), picturesOnPage);
}

export async function findPicture(
  { database }: Admin,
  id: string | undefined,
): Promise<z.output<typeof usedPicture> | null> {
  if (!isId(id)) return null;
  const answer = await database.rpc("admin_picture", { p_id: id });
  return answer.error || answer.data ? usedPicture.parse(rowsOf(answer)) : null;
}

/**
 * Stores a picture and its smaller versions in the bucket and the library. Idempotent: sent twice, it is stored once.
 * @param id UUID of the new picture, created with its form
 * @returns what is wrong with the file, or the picture and whether it is noticeably slow for visitors
 */
export async function addPicture(
  context: AppLoadContext,
  admin: Admin,
  id: string,
  input: NewPictureInput,
): Promise<{ picture: Picture; isHeavy: boolean } | { fault: PictureFault }> {
  const made = await findPicture(admin, id);
  if (made) return { picture: made, isHeavy: isHeavy(made) };
  if (!input.picture) return { fault: "no-file" };
  if (input.picture.size > pictureLimit) return { fault: "too-large" };
  const sent = new Uint8Array(await input.picture.arrayBuffer());
  const bytes = withoutMetadata(sent);
  const file = bytes && readPicture(bytes);
  if (!file) return { fault: pictureFaultOf(sent) };
  const smaller = await smallerOf(input, file);
  const mail = await mailOf(input, file);
  if (!smaller || mail === "bad") return { fault: "bad-smaller" };

  const widths = smaller.map(({ width }) => width);
  const path = uploads + uploadNameOf(id, file, widths, mail !== null);
  const files = [
    { path, bytes, type: file.type as string },
    ...smaller.map((each) => ({ path: smallerPath(path, each.width), bytes: each.bytes, type: "image/webp" })),
    ...(mail ? [{ path: mailPath(path), bytes: mail, type: "image/jpeg" }] : []),
  ];
  const row = { id, path, alt: input.alt, width: file.width, height: file.height, bytes: bytes.length };
  try {
    await Promise.all(files.map((each) => upload(admin, each)));
    const answer = await admin.database.from("pictures").insert(row).select(columns);
    const [picture] = isTaken(answer) ? [await findPicture(admin, id)] : rowsOf(answer);
    return { picture: picture as Picture, isHeavy: isHeavy(picture as Picture) };
  } catch (error) {
    // Not removed: the same form, sent again or concurrently, needs them.
    log({ requestId: context.requestId, outcome: "picture-left-behind", error: String(error) });
    throw error;
  }
}

/** The columns of a row that shows a picture of the library, or none; undefined if it is not there anymore. */
export async function shownFromLibrary({ database }: Admin, path: string | undefined) {
  if (!path) return { picture_path: null, picture_alt: null, picture_width: null, picture_height: null };
  const [found] = rowsOf(await database.from("pictures").select("alt, width, height").eq("path", path).limit(1));
  return (
    found && { picture_path: path, picture_alt: found.alt, picture_width: found.width, picture_height: found.height }
  );
}

export const changePicture = ({ database }: Admin, id: string, input: PictureInput, version: string) =>
  saved(database.from("pictures").update(input), id, version);

export async function deletePicture(
  context: AppLoadContext,
  admin: Admin,
  { id, path }: Picture,
  version: string,
): Promise<"deleted" | "used" | "changed" | "not-found"> {
  const answer = await admin.database.rpc("delete_picture", { p_id: id, p_version: version });
  if (isNoTime(answer)) return "changed";
  const outcome = rowsOf(answer);
  if (outcome === "deleted") await removeFiles(context, admin, path);
  return outcome;
}

/** Returns the file of an upload, or null if there is none. @param name below /uploads */
export const readUpload = ({ database }: AppLoadContext, name: string) => database.readFile(`${bucketName}/${name}`);

/**
 * Returns the smaller versions that were sent, none of an animation, which would stand still; null if one is not a WebP
 * file of that width and the same aspect ratio.
 */
async function smallerOf(input: NewPictureInput, picture: PictureFile) {
  const found: { width: number; bytes: Uint8Array }[] = [];
  if (picture.isAnimated) return found;
  for (const width of pictureWidths) {
    const file = input[`picture-${width}`];
    if (!file) continue;
    const bytes = await versionOf(file, picture, { type: "image/webp", width });
    if (!bytes || bytes.length > pictureLimit || width >= picture.width) return null;
    found.push({ width, bytes });
  }
  return found;
}

/** Returns the JPEG for emails that was sent, null if there is none; `bad` if it is not one of this picture. */
async function mailOf(input: NewPictureInput, picture: PictureFile): Promise<Uint8Array | null | "bad"> {
  const file = input["picture-mail"];
  if (!file || picture.isAnimated) return null;
  const width = Math.min(mailWidth, picture.width);
  const bytes = await versionOf(file, picture, { type: "image/jpeg", width });
  return bytes && bytes.length <= mailBytes ? bytes : "bad";
}

/** Returns the bytes of a version of a picture; null if it is of another type, width or aspect ratio. */
async function versionOf(file: File, picture: PictureFile, { type, width }: Pick<PictureFile, "type" | "width">) {
  const bytes = withoutMetadata(new Uint8Array(await file.arrayBuffer()));
  const version = bytes && readPicture(bytes);
  const height = (picture.height * width) / picture.width;
  const fits = version?.type === type && version.width === width && Math.abs(version.height - height) <= 2;
  return bytes && fits ? bytes : null;
}

/** Why emails cannot show a picture. */
export type MailFault = "foreign" | "gone" | "no-jpeg" | "heavy";

export interface UnfitPicture {
  path: string;
  fault: MailFault;
}

/** Finds the first of these pictures, by their paths, that an email cannot show; null if it can show all. */
export async function unfitForMail({ database }: Admin, paths: readonly string[]): Promise<UnfitPicture | null> {
  const foreign = paths.find((path) => !uploadAt(path));
  if (foreign !== undefined) return { path: foreign, fault: "foreign" };
  if (paths.length === 0) return null;
  const rows = rowsOf(await database.from("pictures").select("path, bytes").in("path", paths));
  const faultOf = (path: string): MailFault | null => {
    const row = rows.find((each) => each.path === path);
    if (!row) return "gone";
    if (uploadAt(path)?.mail) return null;
    if (!mailPictureAt(path)) return "no-jpeg";
    return row.bytes === null || row.bytes > mailBytes ? "heavy" : null;
  };
  for (const path of paths) {
    const fault = faultOf(path);
    if (fault) return { path, fault };
  }
  return null;
}

interface Upload {
  path: string;
  bytes: Uint8Array;
  type: string;
}

/** A name comes from an id that is used once, so a file that exists already is from the same form. */
async function upload({ database }: Admin, { path, bytes, type }: Upload) {
  const options = { contentType: type, cacheControl: year, upsert: true };
  const { error } = await database.storage.from(bucketName).upload(path.slice(uploads.length), bytes, options);
  if (error) throw new DatabaseUnavailable(`storage: ${error.message}`);
}

/** Removes all files of a picture; a failure is only logged. */
async function removeFiles(context: AppLoadContext, { database }: Admin, path: string): Promise<void> {
  const names = filesOf(path).map((each) => each.slice(uploads.length));
  const { error } = await database.storage.from(bucketName).remove(names);
  if (error) log({ requestId: context.requestId, outcome: "picture-left-behind", error: error.message });
}
