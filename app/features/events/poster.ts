import type { Event } from "./event.ts";

/** Widths in pixels of the smaller WebP files that a browser makes of a poster. */
export const posterWidths = [480, 960, 1440] as const;

/** Above this many bytes a poster without smaller ones costs its visitors noticeably. */
export const heavyPoster = 300_000;

const uploaded = /\/(?<name>[0-9a-f]{32}(?<widths>(?:_\d+)*))\.(?:jpg|png|webp|avif)$/;

/** The poster as other sites show it with a link; undefined where there is none, or of a kind that they do not draw. */
export function socialImageOf(event: Pick<Event, "poster_path" | "poster_alt" | "poster_width" | "poster_height">) {
  const { poster_path: path, poster_alt: alt, poster_width: width, poster_height: height } = event;
  if (!path || !/\.(?:jpe?g|png|webp)$/i.test(path)) return undefined;
  return { path, alt: alt ?? "", width: width ?? undefined, height: height ?? undefined };
}

/** `<32 hex digits>_480_960.jpg`: the name says which smaller ones lie beside it. */
export const posterName = (id: string, widths: readonly number[], extension: string) =>
  `${[id, ...widths].join("_")}.${extension}`;

/** The smaller ones of an uploaded poster, by its address or path; none for any other picture. */
export function smallerPosters(path: string): { width: number; path: string }[] {
  const { name, widths = "" } = uploaded.exec(path)?.groups ?? {};
  if (!name) return [];
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return widths
    .split("_")
    .filter(Boolean)
    .map((width) => ({ width: Number(width), path: `${folder}${name}-${width}.webp` }));
}
