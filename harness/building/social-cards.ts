import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { pageCards, type SocialCard } from "../../app/features/metadata/social-cards.ts";
import { defaultSite } from "../../app/site.ts";
import { drawStarLine } from "../../app/ui/star-lines.ts";
import { project } from "../processes.ts";
import { type Lettering, loadLettering } from "./lettering.ts";

const foam = "#f6f1e5";
const sun = "#f0c46c";

/** Breaks a title into lines that fit, in the largest size that needs at most three. */
function setTitle(lettering: Lettering, title: string): { lines: string[]; size: number } {
  for (const size of [104, 92, 82, 72, 64]) {
    const lines: string[] = [];
    for (const word of title.split(" ")) {
      const longer = [lines.at(-1), word].filter(Boolean).join(" ");
      if (lines.length > 0 && lettering.width(longer, size) <= 860) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    if (lines.length <= 3 && lines.every((line) => lettering.width(line, size) <= 860)) return { lines, size };
  }
  return { lines: [title], size: 48 };
}

const random = (seed: number) => () => {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
};

function drawStars(count: number): string {
  const next = random(5);
  const stars = Array.from(
    { length: count },
    () => `M${Math.round(next() * 1200)} ${Math.round(next() ** 1.4 * 400)}h0`,
  );
  return `<path stroke="${foam}" stroke-linecap="round" stroke-width="2.2" opacity=".55" d="${stars.join("")}"/>`;
}

function drawStarsOf(card: SocialCard): string {
  if (!card.stars) return "";
  const { line, dots } = drawStarLine(card.stars);
  const points = dots.map(({ width, path }) => `<path stroke-width="${width}" d="${path}"/>`).join("");
  return `<g transform="translate(800 70)scale(1.15)" fill="none" stroke="${foam}" stroke-linecap="round"><path opacity=".45" d="${line}"/>${points}</g>`;
}

/** Draws the sea at dawn, as on the home page: the paths of rising stars, an island, a canoe, swells. */
function drawCard(lettering: Lettering, card: SocialCard, mark: string): string {
  const { lines, size } = setTitle(lettering, card.title);
  const top = 150 + size * 0.8;
  const title = lines.map((line, index) =>
    lettering.draw(line, { x: 72, y: Math.round(top + index * size * 1.1), size, fill: foam }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#061117"/><stop offset=".45" stop-color="#0a2029"/><stop offset=".68" stop-color="#0f3f4a"/><stop offset=".76" stop-color="#2c5a5b"/><stop offset=".82" stop-color="#b7794d"/></linearGradient><linearGradient id="sea" x2="0" y2="1"><stop stop-color="#7d7a5e"/><stop offset=".16" stop-color="#2c5f62"/><stop offset="1" stop-color="#0a272f"/></linearGradient><radialGradient id="dawn"><stop stop-color="#fbe2ad" stop-opacity=".9"/><stop offset=".25" stop-color="#f0c46c" stop-opacity=".45"/><stop offset="1" stop-color="#e9a96a" stop-opacity="0"/></radialGradient></defs>
<path fill="url(#sky)" d="M0 0h1200v630H0z"/>${drawStars(90)}
<g fill="none" stroke="${foam}"><circle cx="985" cy="508" r="150" opacity=".2"/><circle cx="985" cy="508" r="245" opacity=".15" stroke-width="2" stroke-dasharray="1 7"/><circle cx="985" cy="508" r="360" opacity=".12"/><circle cx="985" cy="508" r="500" opacity=".1" stroke-dasharray="90 34"/></g>
${drawStarsOf(card)}
<circle cx="985" cy="508" r="230" fill="url(#dawn)"/><circle cx="985" cy="504" r="40" fill="#fbe2ad"/>
<path fill="#2f504f" d="M0 510v-10c60-4 100-16 150-34 40-14 66-18 98-4 46 20 80 36 150 48z"/>
<path fill="url(#sea)" d="M0 506h1200v124H0z"/><path stroke="#fbe2ad" stroke-width="2.5" stroke-linecap="round" opacity=".75" d="M946 513h78m-66 8h50m-66 9h42m14 0h22m-62 10h36m-58 11h24m16 0h34"/>
<g transform="translate(825 518)scale(.8)"><path fill="#0a2028" d="M-98-14C-90-3-76 1-60 1-46-8-50-36-44-92c4 22 16 34 42 14C2-42-16-18-46-8L14-8C10-42 11-78 19-110c4 26 19 42 51 18 5 44-18 72-56 84l30 9h20c16 0 30-4 40-15-3 17-14 29-32 30H-60c-20-1-33-11-38-30z"/><path fill="none" stroke="${sun}" stroke-width="2" stroke-linecap="round" d="M-46-8c30-10 48-34 44-70M14-8c38-12 61-40 56-84M-94-7c8 9 20 11 34 11H64c14 0 26-3 35-10"/></g>
<path fill="#0d3640" opacity=".85" d="M0 556c150-24 300-22 450-4s300 16 450 0 200-16 300-6v84H0z"/><path fill="#0a2028" d="M0 590c180-22 330-20 500-2s330 12 700-10v52H0z"/>
<g transform="translate(72 62)scale(1.1)" color="${sun}">${mark}</g>
${lettering.draw(card.kicker, { x: 142, y: 98, size: 30, fill: sun })}
${title.join("")}
${card.title === defaultSite.name ? "" : lettering.draw(defaultSite.name, { x: 72, y: 606, size: 26, fill: foam })}
</svg>`;
}

/** Draws the cards as PNG files into a folder. @returns their names */
export async function makeSocialCards(folder: string): Promise<string[]> {
  const cards = Object.entries(pageCards);
  const icons = await readFile(join(project, "app/ui/icons.svg"), "utf8");
  const [, inner = ""] = /<symbol id="mark"[^>]*>(.*?)<\/symbol>/s.exec(icons) ?? [];
  const mark = `<g fill="${sun}" stroke="${sun}">${inner}</g>`;
  const alphabet = cards.flatMap(([, { title, kicker }]) => [title, kicker]).join("") + defaultSite.name;
  const lettering = await loadLettering(alphabet);
  // rendering a card takes about half a second, and most builds change none
  const keep = join(project, ".local/cards");
  await Promise.all([folder, keep].map((each) => mkdir(each, { recursive: true })));
  for (const [name, card] of cards) {
    const drawing = drawCard(lettering, card, mark);
    const kept = join(keep, `${createHash("sha256").update(drawing).digest("hex")}.png`);
    if (!existsSync(kept)) {
      await sharp(Buffer.from(drawing)).png({ palette: true, quality: 100, dither: 1, effort: 7 }).toFile(kept);
    }
    await copyFile(kept, join(folder, `${name}.png`));
  }
  return cards.map(([name]) => name);
}
