import { Compass } from "../../ui/compass.tsx";
import { Constellation } from "../../ui/constellation.tsx";
import { Glyph, type GlyphName } from "../../ui/glyph.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type StarLineName, starLines } from "../../ui/star-lines.ts";

const glyphs: GlyphName[] = ["island", "book", "leaf", "table", "moons", "crossing", "spark"];

export function DrawingGuide() {
  return (
    <section aria-labelledby="drawings" className="grid gap-8">
      <h2 id="drawings">Drawings</h2>
      <p className="flex flex-wrap items-end gap-6">
        {[16, 24, 48, 96, 200].map((size) => (
          <Icon key={size} name="mark" size={size} />
        ))}
        <img src="/favicon.svg" width={32} height={32} alt="The mark as a favicon" />
      </p>
      <p className="flex flex-wrap gap-6">
        {glyphs.map((name, index) => (
          <Glyph key={name} name={name} accent={(["lagoon", "lehua", "kukui"] as const)[index % 3]} />
        ))}
      </p>
      <div className="grid gap-5 md:grid-cols-2">
        {(Object.keys(starLines) as StarLineName[]).map((name) => (
          <div key={name} className="night min-h-72">
            <Constellation name={name} />
          </div>
        ))}
      </div>
      <Compass />
    </section>
  );
}
