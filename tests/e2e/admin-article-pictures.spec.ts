import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, expectToFit, test } from "./fixtures.ts";
import { noise } from "./noise.ts";

test("an admin writes an article, gives it a picture, adds another to its text, and publishes it", async ({
  page,
  scripts,
  unique,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await page.goto("/admin/articles/new");
  await page.getByLabel("Title").fill(`Canoes ${unique}`);
  await page.getByLabel("Excerpt").fill("What it is about.");
  await page.getByLabel("URL ending").fill(`text-picture-${unique}`);
  const text = page.getByLabel("Text", { exact: true });
  await text.fill("The first words.");
  await page.getByRole("button", { name: "Choose a picture" }).click();

  const alt = `A tall "sail" ${unique}`;
  const buffer = await noise(200, 2000).jpeg().toBuffer();
  await page.getByLabel("File").setInputFiles({ name: "sail.jpg", mimeType: "image/jpeg", buffer });
  await page.getByRole("button", { name: "Save and use this picture" }).click();
  await page.getByLabel("Description", { exact: true }).fill(alt);
  await page.getByLabel("File").setInputFiles({ name: "sail.jpg", mimeType: "image/jpeg", buffer });
  await page.getByRole("button", { name: "Save and use this picture" }).click();
  await expect(page.getByRole("status").first()).toContainText("Picture saved.");
  if (scripts) await expectNoViolations(page);
  await page.getByRole("link", { name: `Canoes ${unique}` }).click();
  await expect(text).toHaveValue("The first words.");
  await expect(page.getByRole("img", { name: alt })).toBeVisible();

  await text.fill("The first words, and more.");
  await page.getByRole("button", { name: "Add a picture to the text" }).click();
  // The whole picture, with its description, is the label of its radio button.
  await page.getByRole("radio", { name: alt }).press("Space");
  await expect(page.getByRole("radio", { name: alt })).toBeChecked();
  await page.getByRole("button", { name: "Use this picture", exact: true }).click();
  await expect(text).toHaveValue(
    /^The first words, and more\.\n\n!\[A tall "sail" \w+\]\(\/uploads\/\S+-200x2000\.jpg\)$/,
  );
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("link", { name: "View page" })).toBeVisible();
  if (scripts) await expectNoViolations(page);
  await page.getByRole("link", { name: "View page" }).click();
  const shown = page.getByRole("main").getByRole("img", { name: alt });
  await expect(shown).toHaveCount(2);
  for (const each of await shown.all()) {
    await each.scrollIntoViewIfNeeded();
    await expect.poll(() => each.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200);
    const box = await each.boundingBox();
    expect((box?.height ?? 0) / 740).toBeLessThan(0.9);
  }
  await expectToFit(page);
  if (scripts) await expectNoViolations(page);
});

test("pictures are added to the text by drag, paste and the toolbar, or on a separate page without scripts", async ({
  page,
  scripts,
  unique,
  watch,
}) => {
  watch.allow(/status 401/);
  await signIn(page);
  await page.goto("/admin/articles/new");
  await (scripts ? addWithTheEditor(page, unique) : addOnThePage(page, unique));
});

async function addOnThePage(page: Page, unique: string): Promise<void> {
  await page.getByLabel("Title").fill(`Nets ${unique}`);
  await page.getByLabel("Excerpt").fill("What it is about.");
  const text = page.getByLabel("Text", { exact: true });
  await text.fill("One.");
  await page.getByRole("button", { name: "Add a picture to the text" }).click();
  await page.getByLabel("Description", { exact: true }).fill("A net");
  const buffer = await noise(40, 40).png().toBuffer();
  await page.getByLabel("File").setInputFiles({ name: "net.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Save and use this picture" }).click();
  await expect(page.getByRole("status").first()).toContainText("The picture is at the end of the text");
  await expect(text).toHaveValue(/^One\.\n\n!\[A net\]\(\/uploads\/\S+-40x40\.png\)$/);
}

/** Drops or pastes files into the text, as a browser would without any handling by the site. */
const give = (page: Page, how: "drop" | "paste", files: { name: string; type: string; base64: string }[]) =>
  page.getByLabel("Text", { exact: true }).evaluate(
    (field, given) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of given.files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const init = { bubbles: true, cancelable: true };
      const event =
        given.how === "drop"
          ? new DragEvent("drop", { ...init, dataTransfer: data })
          : new ClipboardEvent("paste", { ...init, clipboardData: data });
      field.dispatchEvent(event);
    },
    { how, files },
  );

/** Holds uploads in transit. @returns a function that lets them continue */
async function holdUploads(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const address = "**/admin/pictures.json";
  await page.unroute(address);
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

async function addWithTheEditor(page: Page, unique: string): Promise<void> {
  const text = page.getByLabel("Text", { exact: true });
  const dialog = page.getByRole("dialog");
  const alt = dialog.getByLabel("Description");
  const base64 = (await noise(1000, 500).jpeg().toBuffer()).toString("base64");
  const fileOf = (name: string) => ({ name, type: "image/jpeg", base64 });
  await expect(page.getByRole("toolbar")).toBeVisible();
  await text.fill("One.\n\nTwo.");
  await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 4));

  await text.focus();
  await give(page, "drop", [fileOf("canoe.jpg")]);
  await expect(page.getByRole("dialog", { name: "Add canoe.jpg" })).toBeVisible();
  await expect(alt).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("  ");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(text).toBeFocused();
  await expect(text).toHaveValue("One.\n\nTwo.");

  let release = await holdUploads(page);
  await give(page, "drop", [fileOf("canoe.jpg"), fileOf("net [2].jpg")]);
  await alt.fill(`A canoe ${unique}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add net [2].jpg" })).toBeVisible();
  await alt.fill("A *net*");
  await page.keyboard.press("Enter");
  await expect(text).toHaveValue("One.\n\n![Uploading canoe.jpg …]()\n\n![Uploading net \\[2\\].jpg …]()\n\nTwo.");
  await page.keyboard.type(" And more.");
  release();
  const both =
    /^One\.\n\n!\[A canoe \w+\]\(\/uploads\/\S+-1000x500_480_960\.jpg\)\n\n!\[A \\\*net\\\*\]\(\/uploads\/\S+\.jpg\) And more\.\n\nTwo\.$/;
  await expect(text).toHaveValue(both);
  await page.keyboard.type(" Even more.");
  await expect(text).toHaveValue(/ And more\. Even more\.\n\nTwo\.$/);
  const shown = page.getByRole("region", { name: "Live preview" }).getByRole("img", { name: `A canoe ${unique}` });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  for (let presses = 0; presses < 20 && !(await text.inputValue()).includes("Uploading net"); presses += 1)
    await page.keyboard.press("Control+z");
  await expect(text).toHaveValue(/\n\n!\[Uploading net \\\[2\\\]\.jpg …\]\(\) And more\.\n\nTwo\.$/);
  for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press("Control+Shift+z");
  await expect(text).toHaveValue(/ And more\. Even more\.\n\nTwo\.$/);

  const said = page.locator("#article-tools [aria-live]");
  await give(page, "paste", [{ name: "notes.txt", type: "text/plain", base64: "YQ==" }]);
  await expect(said).toContainText("notes.txt was not added. This is not a JPEG, PNG, WebP or AVIF picture");
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic").toString("base64");
  await give(page, "paste", [{ name: "IMG_1.heic", type: "image/heic", base64: heic }]);
  await expect(said).toContainText("IMG_1.heic was not added. This is a HEIC picture, as iPhones take them");
  await expect(text).not.toHaveValue(/Uploading/);

  release = await holdUploads(page);
  await give(page, "paste", [fileOf("slow.jpg")]);
  await alt.fill("Slow");
  await page.keyboard.press("Enter");
  await expect(text).toHaveValue(/Uploading slow/);
  await page.getByLabel("Title").fill(`Nets ${unique}`);
  await page.getByLabel("Excerpt").fill("What it is about.");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(said).toHaveText("The text is saved once its pictures are uploaded.");
  release();
  await expect(page).toHaveURL(/\?done=saved&at=[^&]+$/);
  await expect(text).toHaveValue(/!\[Slow\]\(\/uploads\/\S+\.jpg\)/);
  await expect(page.getByRole("toolbar")).toBeVisible();
  expect(await text.inputValue()).not.toContain("Uploading");

  const written = await text.inputValue();
  await page.context().clearCookies();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Picture", exact: true }).click();
  const buffer = await noise(40, 40).png().toBuffer();
  await (await choosing).setFiles({ name: "late.png", mimeType: "image/png", buffer });
  await alt.fill("Late");
  await dialog.getByRole("button", { name: "Add picture" }).click();
  await expect(said).toContainText("late.png was not added, because your session has ended.");
  expect((await text.inputValue()).replaceAll(/\s/g, "")).toBe(written.replaceAll(/\s/g, ""));
  await expect(page.locator("[data-recovered]")).toHaveCount(0);
}
