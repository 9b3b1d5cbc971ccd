import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Blob, Face, Font, Buffer as Run, shape } from "harfbuzzjs";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
// Young Serif's own ʻokina is far too wide; the opening quotation mark has the right shape, here as in app/ui/fonts.
const drawn = (text: string) => text.replaceAll("ʻ", "‘");

export interface Lettering {
  width(text: string, size: number): number;
  /** a line of text as an SVG group of outlines, with its baseline at y */
  draw(text: string, at: { x: number; y: number; size: number; fill: string }): string;
}

/** Loads the heading font for drawing text, without installed fonts. @param alphabet all characters to be drawn */
export async function loadLettering(alphabet: string): Promise<Lettering> {
  const file = await readFile(require.resolve("@expo-google-fonts/young-serif/400Regular/YoungSerif_400Regular.ttf"));
  const cut = await subsetFont(file, [...new Set(drawn(alphabet))].join(""), { targetFormat: "truetype" });
  const face = new Face(new Blob(cut));
  const font = new Font(face);
  const unit = face.upem;

  function glyphs(text: string) {
    const found: { path: string; x: number }[] = [];
    let pen = 0;
    const run = new Run();
    run.addText(drawn(text));
    run.guessSegmentProperties();
    shape(font, run);
    for (const glyph of run.getGlyphInfosAndPositions()) {
      found.push({ path: font.glyphToPath(glyph.codepoint), x: pen });
      pen += (glyph.xAdvance ?? 0) / unit;
    }
    return { found, advance: pen };
  }

  return {
    width: (text, size) => glyphs(text).advance * size,
    draw(text, { x, y, size, fill }) {
      const { found } = glyphs(text);
      const scale = size / unit;
      const outlines = found.map(
        (glyph) => `<path transform="translate(${(glyph.x * unit).toFixed(1)})" d="${glyph.path}"/>`,
      );
      return `<g fill="${fill}" transform="translate(${x} ${y})scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})">${outlines.join("")}</g>`;
    },
  };
}
