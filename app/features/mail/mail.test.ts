import { expect, it } from "vitest";
import { mailOf } from "./mail.ts";

it("mailOf removes direction marks from what a visitor typed and keeps all other characters", () => {
  const name = "Keala \u202e(elpmaxe.live@live)\u2066 عربي ʻŌ";
  const letter = { to: "aloha@example.org", subject: name, text: `${name} wrote`, html: `<p>${name}</p>` };
  const plain = "Keala (elpmaxe.live@live) عربي ʻŌ";
  expect(mailOf(letter, "us@example.org")).toMatchObject({
    subject: plain,
    text: `${plain} wrote`,
    html: `<p>${plain}</p>`,
  });
});
