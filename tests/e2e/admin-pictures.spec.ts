import type { Page } from "@playwright/test";
import sharp from "sharp";
import { signIn } from "./admin.ts";
import { expect, stored, test } from "./fixtures.ts";
import { noise } from "./noise.ts";

async function fill(page: Page, name: string, buffer: Buffer, description: string): Promise<void> {
  await page.getByLabel("File").setInputFiles({ name, mimeType: "image/png", buffer });
  await page.getByLabel("Description", { exact: true }).fill(description);
}

const add = (page: Page) => page.getByRole("button", { name: "Add picture" }).click();

test("pictures of four formats are stored by content, with smaller versions if scripts run", async ({
  page,
  scripts,
  unique,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  const kinds = {
    jpg: await noise(1600, 900).jpeg().toBuffer(),
    png: await noise(600, 300).png({ compressionLevel: 1 }).toBuffer(),
    webp: await noise(300, 200).webp().toBuffer(),
    avif: await noise(500, 400).avif({ effort: 0 }).toBuffer(),
  };
  const versions = { jpg: "_480_960_1440_mail", png: "_480_mail", webp: "_mail", avif: "_480_mail" };
  for (const [kind, buffer] of Object.entries(kinds) as [keyof typeof kinds, Buffer][]) {
    const description = `“Kāneʻohe” & 'the <sea>', ${kind} ${unique}`;
    await page.goto("/admin/pictures");
    await fill(page, "any.png", buffer, description);
    if (scripts) await expect(page.getByText(/^Ready.*[\d,]+ kB/)).toBeVisible();
    await add(page);
    await expect(page).toHaveURL(/\/admin\/pictures\/[0-9a-f-]{36}\?done=picture(-heavy)?&at=[^&]+$/);
    await expect(page.getByRole("status").first()).toContainText("Picture saved.");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(description);
    const [row] = await stored("pictures", `id=eq.${/[0-9a-f-]{36}/.exec(page.url())?.[0]}`);
    expect(row?.path).toMatch(
      new RegExp(`^/uploads/[0-9a-f]{32}-\\d+x\\d+${scripts ? versions[kind] : ""}\\.${kind}$`),
    );
    const image = page.locator(".focus-grid img");
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
  }
  await page.goto(`/admin/pictures?q=kaneohe+avif+${unique}`);
  await page.getByRole("link", { name: `avif ${unique}` }).click();
  await expect(page.getByLabel("Markdown")).toHaveValue(
    /^!\[“Kāneʻohe” \\& 'the \\<sea>', .*\]\(\/uploads\/.*\.avif\)$/,
  );
});

test("a file that is not a picture, or has no description, is refused, and what was typed is kept", async ({
  page,
  unique,
}) => {
  await signIn(page);
  await page.goto("/admin/pictures");
  const huge = sharp({ create: { width: 9000, height: 6000, channels: 3, background: "#0f3f4a" } }).png();
  const files: [string, Buffer, string][] = [
    ["drawing.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "This is an SVG drawing"],
    ["page.png", Buffer.from("<!doctype html><script>alert(1)</script>"), "This is not a JPEG, PNG, WebP or AVIF"],
    ["IMG_1.HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), "This is a HEIC picture, as iPhones take them"],
    ["huge.png", await huge.toBuffer(), "This picture has more than 50 million pixels"],
  ];
  for (const [name, content, words] of files) {
    await fill(page, name, content, `Refused ${unique}`);
    await add(page);
    await expect(page.locator(".summary")).toContainText(words);
    await expect(page.getByLabel("Description", { exact: true })).toHaveValue(`Refused ${unique}`);
  }
  await fill(page, "a.png", await noise(20, 20).png().toBuffer(), " ");
  await add(page);
  await expect(page.locator(".summary")).toContainText("Describe what the picture shows");
  expect(await stored("pictures", `alt=eq.Refused ${unique}`)).toEqual([]);
});

test("a rotated or transparent picture stays that way, and so do its smaller versions", async ({
  page,
  scripts,
  unique,
}) => {
  await signIn(page);
  const field = (width: number, background: string) =>
    sharp({ create: { width, height: 500, channels: 4, background } }).png();
  const halves = field(900, "#00000000").composite([
    { input: await field(450, "#0000ff").toBuffer(), left: 450, top: 0 },
  ]);
  const turned = await halves
    .clone()
    .flatten({ background: "#ff0000" })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const turnedPng = await sharp(turned).keepExif().png().toBuffer();
  for (const [name, buffer] of [
    ["see-through", await halves.png().toBuffer()],
    ["turned", turned],
    ["turned-png", turnedPng],
  ] as const) {
    await page.goto("/admin/pictures");
    await fill(page, "a", buffer, `${name} ${unique}`);
    if (scripts) await expect(page.getByText("Ready, with 1 smaller picture")).toBeVisible();
    await add(page);
    await expect(page).toHaveURL(/\?done=picture/);
    const [row] = await stored("pictures", `alt=eq.${name} ${unique}`);
    const path = String(row?.path);
    const widths = scripts ? "_480" : "";
    const isTurned = name !== "see-through";
    const extension = name === "turned" ? "jpg" : "png";
    expect(path).toContain(`-${isTurned ? "500x900" : "900x500"}${widths}.${extension}`);
    const shown = page.locator(".focus-grid img");
    const shape = ({ naturalWidth, naturalHeight }: HTMLImageElement) => (naturalWidth / naturalHeight).toFixed(1);
    await expect.poll(() => shown.evaluate(shape)).toBe(isTurned ? "0.6" : "1.8");
    if (!scripts) continue;
    const smaller = await (await page.request.get(path.replace(/\.\w+$/, "-480.webp"))).body();
    const { data, info } = await sharp(smaller).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => {
      const at = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * 4;
      return [...data.subarray(at, at + 4)].map((value) => Math.round(value / 255));
    };
    expect([info.width, info.height]).toEqual(isTurned ? [480, 864] : [480, 267]);
    if (isTurned)
      expect([pixel(0.5, 0.1), pixel(0.5, 0.9)]).toEqual([
        [1, 0, 0, 1],
        [0, 0, 1, 1],
      ]);
    else expect([pixel(0.1, 0.5)[3], pixel(0.9, 0.5)]).toEqual([0, [0, 0, 1, 1]]);
  }
});

test("an animation and an unreadable file are uploaded unchanged, with a notice", async ({ page, scripts, unique }) => {
  await signIn(page);
  const frames = await Promise.all(
    ["#0f3f4a", "#ffffff"].map((background) =>
      sharp({ create: { width: 700, height: 600, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [500, 500] })
    .toBuffer();
  const broken = await noise(800, 600).webp().toBuffer();
  broken.set([0xf0, 0xff, 0xff], 20); // its first chunk claims to be longer than the file
  for (const [buffer, words] of [
    [moving, "This picture moves, and smaller ones would not, so it goes as it is"],
    [broken, "This browser cannot read this file, so it goes as it is"],
  ] as const) {
    await page.goto("/admin/pictures");
    await fill(page, "any.png", buffer, `As it is ${buffer.length} ${unique}`);
    if (scripts) await expect(page.getByText(words)).toBeVisible();
    await add(page);
    await expect(page).toHaveURL(/\?done=picture/);
    const [row] = await stored("pictures", `alt=eq.As it is ${buffer.length} ${unique}`);
    expect(row?.path).toMatch(/-(700x600|800x600)\.webp$/);
  }
});

test("the focus of a picture is chosen by keyboard, and an unused picture is deleted", async ({ page, unique }) => {
  await signIn(page);
  await page.goto("/admin/pictures");
  await fill(page, "a.png", await noise(300, 200).png().toBuffer(), `Focus ${unique}`);
  await add(page);
  await expect(page.getByRole("radio", { name: "Center" })).toBeChecked();
  await page.getByLabel("Description", { exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: "Center" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Bottom left" })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?done=saved&at=[^&]+$/);
  await expect(page.getByRole("radio", { name: "Bottom left" })).toBeChecked();
  const [row] = await stored("pictures", `alt=eq.Focus ${unique}`);
  expect(row).toMatchObject({ focus: "bottom left" });

  const late = await page.request.post(page.url(), {
    form: { intent: "save", alt: "Too late", focus: "top", version: "2026-01-01T00:00:00Z" },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(late.status()).toBe(409);
  await page.getByRole("link", { name: "Delete this picture" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(/\/admin\/pictures\?done=deleted/);
  expect((await page.request.get(String(row?.path))).status()).toBe(404);
});
