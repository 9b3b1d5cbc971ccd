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

it("mailOf names an address beside a link of one click, if the organization has an inbox", () => {
  const link = "<https://example.org/s/a/leave>";
  const list = { "List-Id": "<study.series.example.org>", "List-Unsubscribe": link };
  const oneClick = { ...list, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  const header = (headers: Record<string, string>, inbox?: string) =>
    mailOf({ to: "a@b.example", subject: "", text: "", html: "", headers }, "us@example.org", inbox).headers[
      "List-Unsubscribe"
    ];
  expect(header(oneClick, "A <a+b&c@example.org>")).toBe(
    `${link}, <mailto:a%2Bb%26c@example.org?subject=Unsubscribe%20from%20study.series.example.org>`,
  );
  expect([header(oneClick), header(list, "a@example.org")], "a reservation is given up on its page").toEqual([
    link,
    link,
  ]);
});
