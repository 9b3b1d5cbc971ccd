import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const okina = 0x02bb;
const openingQuote = 0x2018;

const letters = [
  ...range(0x20, 0x7e),
  ...[0xa0, 0xa9, 0xb0, 0xb7, 0xd7],
  ...characters("ÀÁÂÄÇÈÉÊËÍÑÓÔÖÚÜàáâäçèéêëíñóôöúüĀāĒēĪīŌōŪū"),
  okina,
  ...[0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2026],
];
const features = ["kern", "liga", "lnum", "tnum"];

const require = createRequire(import.meta.url);
const target = new URL("../app/ui/fonts/", import.meta.url);

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

function characters(text) {
  return Array.from(text, (character) => character.codePointAt(0));
}

const source = () => readFile(require.resolve("@expo-google-fonts/young-serif/400Regular/YoungSerif_400Regular.ttf"));

function subset(font, codePoints, targetFormat) {
  return subsetFont(font, String.fromCodePoint(...codePoints), {
    targetFormat,
    keepFeatures: features,
    noHinting: true,
    // The notice and the license stay inside the file, as the OFL requires.
    preserveNameIds: [0, 1, 2, 13, 14],
  });
}

function findTable(font, tag) {
  for (let record = 12; record < 12 + font.readUInt16BE(4) * 16; record += 16) {
    if (font.toString("latin1", record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no ${tag} table`);
}

// Splits the character map into its format 4 segments: [first, last, delta, offset of the delta].
function segments(font) {
  const cmap = findTable(font, "cmap");
  const found = [];
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const map = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    if (font.readUInt16BE(map) !== 4) continue;
    const size = font.readUInt16BE(map + 6);
    for (let step = 0; step < size; step += 2) {
      const last = font.readUInt16BE(map + 14 + step);
      const first = font.readUInt16BE(map + 16 + size + step);
      const deltaAt = map + 16 + size * 2 + step;
      if (font.readUInt16BE(deltaAt + size) === 0) found.push([first, last, font.readUInt16BE(deltaAt), deltaAt]);
    }
  }
  return found;
}

// Young Serif's own ʻokina is nearly twice as wide as its opening quotation mark, which has the right shape.
function narrowOkina(font) {
  const all = segments(font);
  const quote = all.find(([first, last]) => first <= openingQuote && openingQuote <= last);
  const own = all.filter(([first, last]) => first === okina && last === okina);
  if (!quote || own.length === 0) throw new Error("The character map has another form than expected");
  const glyph = openingQuote + quote[2];
  for (const [, , , deltaAt] of own) font.writeUInt16BE((glyph - okina) & 0xffff, deltaAt);
  return font;
}

await mkdir(target, { recursive: true });
const narrowed = narrowOkina(Buffer.from(await subset(await source(), letters, "truetype")));
const font = await subset(narrowed, letters, "woff2");
await writeFile(new URL("young-serif.woff2", target), font);
console.log(`young-serif.woff2: ${font.length} bytes`);
