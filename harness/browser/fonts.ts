import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const { resolve } = createRequire(import.meta.url);
const folderOf = (file: string) => dirname(resolve(file));

/**
 * The fonts of browser tests. Otherwise a browser would use the machine's fonts, and layout measurements would hold for
 * that machine only. Arimo and Tinos have the widths of Arial, Liberation Sans and Times.
 */
const folders = [
  "@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf",
  "@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf",
  "@expo-google-fonts/arimo/600SemiBold/Arimo_600SemiBold.ttf",
  "@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf",
  "@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf",
  "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
].map(folderOf);

/** A style sheet that sets a page in DejaVu, the widest default font of any common system. */
export const wideLetters = `
:root {
  --font-sans: "DejaVu Sans";
  --font-mono: "DejaVu Sans Mono";
  --font-display: "Young Serif", "Display Fallback DejaVu", "DejaVu Serif";
}
code, kbd, pre, samp { font-family: "DejaVu Sans Mono", monospace }`;

/** Writes a fontconfig file with only these fonts. @returns its path, for FONTCONFIG_FILE */
export function fontsFile(): string {
  const home = join(tmpdir(), "community-fonts");
  mkdirSync(home, { recursive: true });
  const prefer = (family: string, preferred: string) =>
    `<alias binding="strong"><family>${family}</family><prefer><family>${preferred}</family></prefer></alias>`;
  // Without it, the fallback would be the first font by name, DejaVu's math font.
  const otherwise = `<match><edit name="family" mode="append_last"><string>Arimo</string></edit></match>`;
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((folder) => `<dir>${folder}</dir>`).join("\n")}
<cachedir>${join(home, "cache")}</cachedir>
${prefer("sans-serif", "Arimo")}
${prefer("system-ui", "Arimo")}
${prefer("serif", "Tinos")}
${prefer("monospace", "Arimo")}
${otherwise}
</fontconfig>
`;
  const file = join(home, "fonts.conf");
  // Several processes write the same text concurrently; none may read a partial file.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
  return file;
}
