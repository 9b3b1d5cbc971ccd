import { expect, it } from "vitest";
import { partsOf } from "./search-words.ts";

it.each([
  ["ハワイのブロックチェーン勉強会", ["フ\u3099ロックチェーン"], ["ブロックチェーン"]],
  ["勉強の勉強会", ["勉強", "会"], ["勉強", "勉強", "会"]],
  ["Web3入門", ["web3"], ["Web3"]],
  [
    "Free Wi-Fi, e-mails and an ERC-20 in Node.js",
    ["wifi", "email", "erc20", "nodejs"],
    ["Wi-Fi", "e-mails", "ERC-20", "Node.js"],
  ],
  ["the mail and a Wi-", ["email", "wifi"], []],
  ["Łódź, Straße, ｌｅｉ, ½ cup", ["lodz", "strasse", "lei", "2"], ["Łódź", "Straße", "ｌｅｉ", "½"]],
])("marks what a search found in %s", (text, words, marked) => {
  const parts = partsOf(text, words);
  expect(parts.filter(({ isMatch }) => isMatch).map((part) => part.text)).toEqual(marked);
  expect(parts.map((part) => part.text).join("")).toBe(text);
});
