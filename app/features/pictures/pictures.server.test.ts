import type { AppLoadContext } from "@remix-run/cloudflare";
import sharp from "sharp";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Admin } from "../../admin/admin.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { addPicture } from "./pictures.server.ts";

afterEach(() => vi.restoreAllMocks());

const id = "00000000-0000-4000-8000-000000000001";
const context = { requestId: "1" } as unknown as AppLoadContext;

/** An admin whose storage refuses a file so many times, as it does while the same form is sent several times at once. */
function adminWith(refusals: number) {
  let left = refusals;
  const refused = { data: null, error: { message: "Internal server error" } };
  const upload = vi.fn(async () => (left-- > 0 ? refused : { data: {}, error: null }));
  const insert = (row: object) => ({ select: async () => ({ data: [row], error: null, status: 201 }) });
  const database = {
    rpc: async () => ({ data: null, error: null, status: 200 }),
    storage: { from: () => ({ upload }) },
    from: () => ({ insert }),
  };
  return { admin: { database } as unknown as Admin, upload };
}

async function add(admin: Admin) {
  const bytes = await sharp({ create: { width: 30, height: 30, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const picture = new File([new Uint8Array(bytes)], "teal.png", { type: "image/png" });
  return addPicture(context, admin, id, { alt: "Teal", picture } as Parameters<typeof addPicture>[3]);
}

describe("addPicture", () => {
  it("repeats an upload that is refused because of another sending of the form, more than once", async () => {
    const { admin, upload } = adminWith(2);
    expect(await add(admin)).toMatchObject({ picture: { id, alt: "Teal", width: 30 } });
    expect(upload).toHaveBeenCalledTimes(3);
  });

  it("gives up on a storage that refuses every time", async () => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    const { admin, upload } = adminWith(99);
    await expect(add(admin)).rejects.toThrow(DatabaseUnavailable);
    expect(upload.mock.calls.length).toBeLessThan(10);
  });
});
