import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bucketName } from "../../app/features/pictures/picture-bucket.server.ts";
import { hostedSupabase } from "../hosted-supabase.ts";
import type { Project } from "./connection.ts";
import { ownerOnly, placeOf, type StoredFile, Tally } from "./format.ts";
import type { Taken } from "./rows.ts";

type Storage = Pick<Project, "supabaseUrl" | "secretKey">;

const atOnce = 6;
/** Seconds. The same cache time as for uploads by admins: a file name is never reused. */
const year = "31536000";
const bucketOf = ({ supabaseUrl, secretKey }: Storage) =>
  hostedSupabase(supabaseUrl, secretKey).storage.from(bucketName);

/** Applies `work` to all items in order, a few at a time. */
async function forEach<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return results;
}

/** The storage service answers 404, or 400 with 404 in its body. */
const isMissing = ({ status, statusCode }: { status?: number; statusCode?: string }) =>
  status === 404 || statusCode === "404" || statusCode === "NoSuchKey";

/**
 * Downloads files of the bucket into a folder.
 * @returns the files found, and the paths of those that are missing
 * @throws Error with the storage service's message, or if it returns no file at all, as happens with a key that is not
 * the secret key
 */
export async function takeFiles(
  storage: Storage,
  folder: string,
  stored: Taken["stored"],
): Promise<{ files: StoredFile[]; missing: string[] }> {
  const bucket = bucketOf(storage);
  const missing: string[] = [];
  const files = await forEach(stored, async (path): Promise<StoredFile[]> => {
    const { data, error } = await bucket.download(path);
    if (error && !isMissing(error)) throw new Error(`The storage did not give ${path}: ${error.message}`);
    if (!data) {
      missing.push(path);
      return [];
    }
    const bytes = new Uint8Array(await data.arrayBuffer());
    const tally = new Tally();
    tally.add(bytes);
    const place = join(folder, placeOf({ path }));
    mkdirSync(dirname(place), { recursive: true, mode: ownerOnly.folder });
    writeFileSync(place, bytes, { mode: ownerOnly.file, flag: "wx" });
    return [{ path, type: data.type, bytes: bytes.length, digest: tally.digest() }];
  });
  if (missing.length > 0 && missing.length === stored.length)
    throw new Error("The storage gave none of the files that are on record: is that the project’s secret key?");
  return { files: files.flat(), missing: missing.sort() };
}

/** Uploads the files of a back-up and overwrites those that exist. @throws Error with the storage service's message */
export async function bringFiles(storage: Storage, folder: string, files: readonly StoredFile[]): Promise<void> {
  const bucket = bucketOf(storage);
  await forEach(files, async (file) => {
    const options = { contentType: file.type, cacheControl: year, upsert: true };
    const { error } = await bucket.upload(file.path, readFileSync(join(folder, placeOf(file))), options);
    if (error) throw new Error(`The storage did not take ${file.path}: ${error.message}`);
  });
}
