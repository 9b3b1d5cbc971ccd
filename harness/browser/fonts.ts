import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const { resolve } = createRequire(import.meta.url);
const folderOf = (file: string) => dirname(resolve(file));

/**
 * The fonts of browser tests. Otherwise a browser would use the machine's fonts, and layout measurements would hold for
 * that machine only.
 */
const faces = {
  /** Arimo and Tinos have the widths of Arial, Liberation Sans and Times */
  narrow: {
    folders: [
      "@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf",
      "@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf",
      "@expo-google-fonts/arimo/600SemiBold/Arimo_600SemiBold.ttf",
      "@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf",
      "@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf",
    ].map(folderOf),
    sans: "Arimo",
    serif: "Tinos",
    mono: "Arimo",
  },
  /** the widest default font of any common system */
  wide: {
    folders: [folderOf("dejavu-fonts-ttf/ttf/DejaVuSans.ttf")],
    sans: "DejaVu Sans",
    serif: "DejaVu Serif",
    mono: "DejaVu Sans Mono",
  },
};

export type Face = keyof typeof faces;

/** Writes a fontconfig file with only the fonts of this face. @returns its path, for FONTCONFIG_FILE */
export function fontsFile(face: Face): string {
  const { folders, ...generic } = faces[face];
  const home = join(tmpdir(), "community-fonts");
  mkdirSync(home, { recursive: true });
  const prefer = (family: string, preferred: string) =>
    `<alias binding="strong"><family>${family}</family><prefer><family>${preferred}</family></prefer></alias>`;
  // Without it, the fallback would be the first font by name, DejaVu's math font.
  const otherwise = `<match><edit name="family" mode="append_last"><string>${generic.sans}</string></edit></match>`;
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((folder) => `<dir>${folder}</dir>`).join("\n")}
<cachedir>${join(home, "cache")}</cachedir>
${prefer("sans-serif", generic.sans)}
${prefer("system-ui", generic.sans)}
${prefer("serif", generic.serif)}
${prefer("monospace", generic.mono)}
${otherwise}
</fontconfig>
`;
  const file = join(home, `${face}.conf`);
  // Several processes write the same text concurrently; none may read a partial file.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
  return file;
}
