// Makes smaller WebP versions of a chosen picture, and a JPEG for emails, and sends them with it. Without this script only the original is
// sent. Contract: form[data-new-picture] with a file field "picture"; the others are "picture-<width>" and "picture-mail".

import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { heavyPicture } from "./picture.ts";
import { pictureLimit } from "./picture-file.ts";
import { type Smaller, smallerPictures } from "./smaller-pictures.ts";

const problems: Partial<Record<NonNullable<Smaller["problem"]>, string>> = {
  "no-webp": "This browser cannot make smaller pictures, so the file goes as it is",
  animated: "This picture moves, and smaller ones would not, so it goes as it is",
  "other-shape": "This browser shows this picture in another shape, so it goes as it is",
  undecodable: "This browser cannot read this file, so it goes as it is",
};

function words({ files, problem }: Smaller, file: File): string {
  const bytes = files.reduce((sum, { file: { size } }) => sum + size, file.size);
  const size = `${numberText(Math.ceil(bytes / 1000))} kB`;
  if (problem === "no-picture") return "";
  if (files.length === 0) {
    const slow = bytes > heavyPicture ? " That is slow to load on a phone: a smaller file would be better." : "";
    return `${(problem && problems[problem]) ?? "Ready"}: ${size}.${slow}`;
  }
  return `Ready, with ${pluralize(files.length, "smaller picture")} for phones and screens: ${size} in all.`;
}

const form = document.querySelector<HTMLFormElement>("form[data-new-picture]");
const input = form?.elements.namedItem("picture");
if (form && input instanceof HTMLInputElement) {
  const state = form.querySelector("[data-picture-state]");
  const say = (text: string) => {
    if (state) state.textContent = text;
  };
  let work: Promise<void> | undefined;
  let isSending = false;

  const attach = (name: string, file: File) => {
    const field = document.createElement("input");
    field.type = "file";
    field.name = name;
    field.hidden = true;
    const files = new DataTransfer();
    files.items.add(file);
    field.files = files.files;
    form.appendChild(field);
  };

  const prepare = async (file: File) => {
    const smaller = await smallerPictures(file);
    if (input.files?.[0] !== file) return;
    for (const { width, file: each } of smaller.files) attach(`picture-${width}`, each);
    if (smaller.mail) attach("picture-mail", smaller.mail);
    say(words(smaller, file));
  };

  const choose = () => {
    for (const field of form.querySelectorAll('input[name^="picture-"]')) field.remove();
    const file = input.files?.[0];
    input.setCustomValidity(file && file.size > pictureLimit ? "This file is larger than 5 MiB" : "");
    say("");
    work = undefined;
    if (!file || file.size > pictureLimit) return;
    say("Making smaller pictures …");
    const failed = () => say("This browser could not make smaller pictures, so the file goes as it is");
    const mine = prepare(file)
      .catch(failed)
      .finally(() => {
        if (work === mine) work = undefined;
      });
    work = mine;
  };

  input.addEventListener("change", choose);
  choose();
  form.addEventListener("submit", async (event) => {
    if (!work) return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    while (work) await work;
    isSending = false;
    form.requestSubmit(event.submitter);
  });
}
