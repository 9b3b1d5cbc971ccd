import type { AppLoadContext } from "@remix-run/cloudflare";
import { log } from "../../platform/log.ts";
import { posterLimit } from "./poster-file.ts";

export const bucketName = "event-images";

/** Makes the bucket of the posters where it is missing, with the secret key; only warns when that fails. */
export async function ensurePosterBucket({ database, requestId }: AppLoadContext): Promise<void> {
  const warn = (error: string) => log({ requestId, outcome: "no-poster-bucket", error: error.slice(0, 200) });
  try {
    const { storage } = database;
    const found = await storage.getBucket(bucketName);
    if (!found.error) return;
    const made = await storage.createBucket(bucketName, { public: true, fileSizeLimit: posterLimit });
    if (made.error) warn(made.error.message);
  } catch (error) {
    warn(error instanceof Error ? error.message : "unknown");
  }
}
