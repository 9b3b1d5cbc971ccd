import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bucketName } from "../../app/features/pictures/picture-bucket.server.ts";
import { hostedSupabase } from "../hosted-supabase.ts";
import type { Project } from "./connection.ts";
import { ownerOnly, placeOf, type StoredFile, Tally } from "./format.ts";
import type { Taken } from "./rows.ts";

type Storage = Pick<Project, "supabaseUrl" | "secretKey">;

const atOnce = 6;
/** Seconds, as where admins upload: a name is never used twice. */
const year = "31536000";
const bucketOf = ({ supabaseUrl, secretKey }: Storage) =>
  hostedSupabase(supabaseUrl, secretKey).storage.from(bucketName);

/** Does the work for each, some at a time, in their order. */
async function forEach<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return results;
}

/** The storage answers 404, or 400 with that in its body. */
const isMissing = ({ status, statusCode }: { status?: number; statusCode?: string }) =>
  status === 404 || statusCode === "404" || statusCode === "NoSuchKey";

/**
 * Downloads files of the bucket into a folder.
 * @returns those that are there, and paths of those that are not
 * @throws Error with what the storage says, or where it gives none, as it does to a key that is not the secret one
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

/** Uploads the files of a back-up; one that is there already is replaced. @throws Error with what the storage says */
export async function bringFiles(storage: Storage, folder: string, files: readonly StoredFile[]): Promise<void> {
  const bucket = bucketOf(storage);
  await forEach(files, async (file) => {
    const options = { contentType: file.type, cacheControl: year, upsert: true };
    const { error } = await bucket.upload(file.path, readFileSync(join(folder, placeOf(file))), options);
    if (error) throw new Error(`The storage did not take ${file.path}: ${error.message}`);
  });
}
