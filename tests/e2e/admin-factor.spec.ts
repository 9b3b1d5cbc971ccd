import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import jsQR from "jsqr";
import sharp from "sharp";
import { codeOf, stepAt } from "../../app/features/second-factor/totp.ts";
import { accountPassword, accountsOf } from "../support/accounts.ts";
import { findViolations } from "./axe.ts";
import { expect, expectToFit, test } from "./fixtures.ts";

const said = (page: Page, words: string) => expect(page.getByRole("status").first()).toContainText(words);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Reads the QR code on the page as a phone would. @returns its address, and the bytes of the secret in it */
async function scan(page: Page): Promise<{ address: URL; secret: Uint8Array<ArrayBuffer> }> {
  const picture = await page.getByRole("img", { name: "QR code for your authenticator app" }).screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const address = new URL(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? "");
  const bits = [...(address.searchParams.get("secret") ?? "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return { address, secret: Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2)) };
}

/** Waits until at least ten of the current step's thirty seconds are left. @returns the current step */
async function startOfStep(): Promise<number> {
  await expect.poll(() => stepAt(Date.now() + 10_000) === stepAt(Date.now()), { timeout: 12_000 }).toBe(true);
  return stepAt(Date.now());
}

test("an admin sets up an authenticator app by QR code, signs in with it, uses a recovery code, and turns it off", async ({
  page,
  scripts,
  watch,
}, info) => {
  watch.allow(/status 401: .*\/admin\/(code|proof)/);
  const { careful } = accountsOf(info.project.name);
  const signIn = async () => {
    await page.goto("/admin/login");
    await page.getByLabel("Email").fill(careful);
    await page.getByLabel("Password").fill(accountPassword);
    await press(page, "Sign In");
  };
  await signIn();
  await said(page, "Welcome back!");
  await page.goto("/admin/account");
  await page.getByRole("link", { name: "Set up an authenticator app" }).click();
  await page.emulateMedia({ colorScheme: "dark" });
  const { address, secret } = await scan(page);
  expect(address.host).toBe("totp");
  expect(decodeURIComponent(address.pathname)).toMatch(new RegExp(`^/.+:${careful}$`));
  expect((await page.locator("code.secret").textContent())?.replaceAll(" ", "")).toBe(
    address.searchParams.get("secret"),
  );
  await page.emulateMedia({ colorScheme: "light" });
  expect((await scan(page)).address.href).toBe(address.href);
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await scan(page)).address.href).toBe(address.href);
  await expectToFit(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByLabel("Code from the app").fill("000000");
  await press(page, "Turn on");
  await expect(page.getByRole("alert").first()).toContainText("This code is not right");
  expect((await scan(page)).address.href).toBe(address.href);
  // The codes of three steps are valid at a time, each once. The oldest is used first, while its step lasts.
  const started = await startOfStep();
  const code = (drift: number) => codeOf(secret, started + drift);
  await page.getByLabel("Code from the app").fill(await code(-1));
  await press(page, "Turn on");
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
  const codes = await page.locator(".codes code").allTextContents();
  expect(codes).toHaveLength(10);
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Download as a text file")]);
  const file = await readFile(await download.path(), "utf8");
  for (const each of codes) expect(file).toContain(each);
  await page.getByRole("link", { name: "I have saved them" }).click();
  await expect(page.getByText("10 of 10 codes are left.")).toBeVisible();

  await press(page, "Logout");
  await signIn();
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  if (scripts) expect(await findViolations(page)).toEqual([]);
  await page.goto("/admin/messages");
  await expect(page).toHaveURL(/\/admin\/code$/);
  await page.getByLabel("Code from your authenticator app").fill(await code(0));
  await press(page, "Continue");
  await said(page, "Welcome back!");

  await press(page, "Logout");
  await signIn();
  await page.getByText("Use a recovery code instead").click();
  await page.getByLabel("Recovery code", { exact: true }).fill(codes[0]?.toLowerCase() ?? "");
  await press(page, "Continue");
  await said(page, "Welcome back!");

  await page.goto(`/admin/proof?to=${encodeURIComponent("/admin/account/factor")}`);
  await page.getByLabel("Password").fill(accountPassword);
  await page.getByLabel("Code from your authenticator app").fill(await code(0));
  await press(page, "Continue");
  await expect(page.getByRole("alert").first()).toContainText("This code has already been used");
  await page.getByLabel("Password").fill(accountPassword);
  await page.getByLabel("Code from your authenticator app").fill(await code(1));
  await press(page, "Continue");
  await expect(page.getByText("9 of 10 codes are left.")).toBeVisible();
  await press(page, "Make new codes");
  const newCodes = page.locator(".codes code");
  await expect(newCodes).toHaveCount(codes.length);
  expect(await newCodes.allTextContents()).not.toContain(codes[1]);
  await page.getByRole("link", { name: "I have saved them" }).click();
  await page.getByRole("link", { name: "Turn off" }).click();
  await press(page, "Turn off");
  await said(page, "Your second factor is off");
});
