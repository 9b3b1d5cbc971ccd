import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { log } from "../../platform/log.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";
import { changePoster, type EditedEvent } from "./event-editing.server.ts";
import type { PosterInput } from "./events.schema.ts";
import { heavyPoster, posterName, posterWidths, smallerPosters } from "./poster.ts";
import { bucketName } from "./poster-bucket.server.ts";
import { type PosterFile, posterLimit, readPoster } from "./poster-file.ts";
import { withoutMetadata } from "./poster-metadata.ts";

export type SavePosterOutcome =
  | "saved"
  /** saved, and so large that visitors will notice */
  | "heavy"
  | "changed"
  | "no-file"
  | "too-large"
  | "no-picture"
  /** the smaller ones are not what they say */
  | "bad-smaller";

const year = "31536000"; // s; a name is never used again

/**
 * Puts a poster into the bucket under a random name, with what a browser has made of it, and ties it to the event; the
 * one before leaves the bucket. Without a new file only the description changes.
 */
export async function savePoster(
  context: AppLoadContext,
  admin: Admin,
  event: EditedEvent,
  input: PosterInput,
  version: string,
): Promise<SavePosterOutcome> {
  const { poster_alt } = input;
  if (!input.poster) {
    if (!event.poster_path) return "no-file";
    const { poster_path, poster_width, poster_height } = event;
    const same = { poster_path, poster_width, poster_height, poster_alt };
    return (await changePoster(admin, event.id, same, version)) === "saved" ? "saved" : "changed";
  }
  if (input.poster.size > posterLimit) return "too-large";
  const bytes = await pictureOf(input.poster);
  const picture = bytes && readPoster(bytes);
  if (!picture) return "no-picture";
  const smaller = await smallerOf(input, picture);
  if (!smaller) return "bad-smaller";

  const id = crypto.randomUUID().replaceAll("-", "");
  const name = posterName(
    id,
    smaller.map(({ width }) => width),
    picture.extension,
  );
  const poster_path = `${bucketUrl(context)}${name}`;
  const files = [
    { path: name, bytes, type: picture.type as string },
    ...smallerPosters(poster_path).map(({ path }, index) => ({
      path: path.slice(bucketUrl(context).length),
      bytes: smaller[index]?.bytes ?? new Uint8Array(),
      type: "image/webp",
    })),
  ];
  const names = files.map(({ path }) => path);
  const poster = { poster_path, poster_alt, poster_width: picture.width, poster_height: picture.height };
  let outcome: Awaited<ReturnType<typeof changePoster>>;
  try {
    await Promise.all(files.map((file) => upload(admin, file)));
    outcome = await changePoster(admin, event.id, poster, version);
  } catch (error) {
    await remove(context, admin, names);
    throw error;
  }
  if (outcome !== "saved") {
    await remove(context, admin, names);
    return "changed";
  }
  await dropPoster(context, admin, event.poster_path);
  return smaller.length === 0 && bytes.length > heavyPoster ? "heavy" : "saved";
}

/** Takes the poster off an event and out of the bucket. */
export async function removePoster(
  context: AppLoadContext,
  admin: Admin,
  event: EditedEvent,
  version: string,
): Promise<"removed" | "changed"> {
  const nothing = { poster_path: null, poster_alt: null, poster_width: null, poster_height: null };
  if ((await changePoster(admin, event.id, nothing, version)) !== "saved") return "changed";
  await dropPoster(context, admin, event.poster_path);
  return "removed";
}

/** Removes from the bucket a poster that belongs to no event any more (a copied event has the same), if it is there; a failure is only logged. */
export async function dropPoster(context: AppLoadContext, admin: Admin, path: string | null): Promise<void> {
  const folder = bucketUrl(context);
  if (!path?.startsWith(folder) || (await isShown(admin, path))) return;
  const paths = [path, ...smallerPosters(path).map((smaller) => smaller.path)];
  await remove(
    context,
    admin,
    paths.map((each) => each.slice(folder.length)),
  );
}

const isShown = async ({ database }: Admin, path: string) =>
  rowsOf(await database.from("events").select("id").eq("poster_path", path).limit(1)).length > 0;

const bucketUrl = ({ env }: AppLoadContext) => `${env.SUPABASE_URL}/storage/v1/object/public/${bucketName}/`;

const pictureOf = async (file: File) => withoutMetadata(new Uint8Array(await file.arrayBuffer()));

/** The smaller ones that came with it; null when one of them is no WebP file of that width and of the same shape. */
async function smallerOf(input: PosterInput, picture: PosterFile) {
  const found: { width: number; bytes: Uint8Array }[] = [];
  for (const width of posterWidths) {
    const file = input[`poster-${width}`];
    if (!file) continue;
    const bytes = await pictureOf(file);
    const smaller = bytes && readPoster(bytes);
    const height = (picture.height * width) / picture.width;
    const fits = smaller?.type === "image/webp" && smaller.width === width && Math.abs(smaller.height - height) <= 2;
    if (!bytes || !fits || bytes.length > posterLimit || width >= picture.width) return null;
    found.push({ width, bytes });
  }
  return found;
}

async function upload(admin: Admin, { path, bytes, type }: { path: string; bytes: Uint8Array; type: string }) {
  const { error } = await admin.database.storage
    .from(bucketName)
    .upload(path, bytes, { contentType: type, cacheControl: year, upsert: false });
  if (error) throw new DatabaseUnavailable(`storage: ${error.message}`);
}

async function remove(context: AppLoadContext, admin: Admin, names: string[]): Promise<void> {
  const { error } = await admin.database.storage.from(bucketName).remove(names);
  if (error) log({ requestId: context.requestId, outcome: "poster-left-behind", error: error.message });
}
