import type { AppLoadContext } from "@remix-run/cloudflare";
import { log } from "../../platform/log.ts";
import { pictureLimit, pictureTypes } from "./picture-file.ts";

export const bucketName = "event-images";

const settings = { public: true, fileSizeLimit: pictureLimit, allowedMimeTypes: [...pictureTypes] };

/** Creates the bucket if it is missing and restricts it to pictures, with the secret key; only warns on failure. */
export async function ensurePictureBucket({ database, requestId }: AppLoadContext): Promise<void> {
  const warn = (error: string) => log({ requestId, outcome: "no-picture-bucket", error: error.slice(0, 200) });
  try {
    const storage = await database.storage();
    const found = await storage.getBucket(bucketName);
    if (found.data && takesPicturesAlone(found.data.allowed_mime_types)) return;
    const made = found.data
      ? await storage.updateBucket(bucketName, settings)
      : await storage.createBucket(bucketName, settings);
    if (made.error) warn(made.error.message);
  } catch (error) {
    warn(error instanceof Error ? error.message : "unknown");
  }
}

const takesPicturesAlone = (types: string[] | null = null) =>
  types !== null && types.length > 0 && types.every((type) => pictureTypes.some((each) => each === type));
