// Makes smaller WebP pictures of a chosen picture and sends them with it. Without this script the file goes alone.
// Contract: form[data-picture-widths][data-picture-limit] with a file field "picture"; the others are "picture-<width>".

export {};

/** Bytes of one request: 64 KiB less than what the form may send, for its other fields. */
const mostBytes = 6 * 1024 * 1024 - 64 * 1024;

const form = document.querySelector<HTMLFormElement>("form[data-picture-widths]");
const input = form?.elements.namedItem("picture");
if (form && input instanceof HTMLInputElement) {
  const widths = (form.dataset.pictureWidths ?? "").split(" ").map(Number);
  const limit = Number(form.dataset.pictureLimit);
  const state = form.querySelector("[data-picture-state]");
  const say = (text: string) => {
    if (state) state.textContent = text;
  };
  let work: Promise<void> | undefined;

  const smaller = async (picture: ImageBitmap, width: number): Promise<File | null> => {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.max(1, Math.round((picture.height * width) / picture.width));
    const pen = canvas.getContext("2d");
    if (!pen) return null;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", 0.82));
    // A browser that cannot write WebP gives PNG instead.
    return blob?.type === "image/webp" ? new File([blob], `${width}.webp`, { type: blob.type }) : null;
  };

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
    const picture = await createImageBitmap(file);
    let left = mostBytes - file.size;
    let made = 0;
    for (const width of widths.filter((each) => each < picture.width)) {
      const small = await smaller(picture, width);
      if (!small || small.size > left || input.files?.[0] !== file) break;
      left -= small.size;
      made += 1;
      attach(`picture-${width}`, small);
    }
    picture.close();
    say(made > 0 ? `Ready, with ${made} smaller pictures for phones and screens.` : "");
  };

  const choose = () => {
    for (const field of form.querySelectorAll('input[name^="picture-"]')) field.remove();
    const file = input.files?.[0];
    input.setCustomValidity(file && file.size > limit ? "This file is larger than 5 MiB" : "");
    say("");
    if (!file || file.size > limit) return;
    say("Making smaller pictures …");
    const mine = prepare(file)
      .catch(() => say(""))
      .finally(() => {
        if (work === mine) work = undefined;
      });
    work = mine;
  };

  input.addEventListener("change", choose);
  choose();
  form.addEventListener("submit", (event) => {
    if (!work) return;
    event.preventDefault();
    work.then(() => form.requestSubmit());
  });
}
