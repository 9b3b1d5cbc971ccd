/** Widths in pixels of the smaller WebP files that a browser makes of a picture. */
export const pictureWidths = [480, 960, 1440] as const;

/** Above this many bytes a picture without smaller ones costs its visitors noticeably. */
export const heavyPicture = 300_000;

/** The ninths of a picture, one of which stays in sight where it is cropped, row by row. */
export const focuses = [
  ...(["top left", "top", "top right"] as const),
  ...(["left", "center", "right"] as const),
  ...(["bottom left", "bottom", "bottom right"] as const),
] as const;

export type Focus = (typeof focuses)[number];

/** The class of a picture that is cropped, so that its focus stays in sight (app/ui/css/focus.css); none for the center. */
export const focusClass = (focus: string | null | undefined): string | undefined =>
  focus && focus !== "center" ? `focus-${focus.replace(" ", "-")}` : undefined;

/** Pixels of the largest place in which a picture is cropped: a card, and a founder on a phone held across. */
const largestPlace = { width: 720, height: 540 };

/** Whether a picture would be blown up where pictures are cropped. @param path of an upload; others are large enough */
export function isSmall(path: string): boolean {
  const size = uploadAt(path)?.size;
  return size ? size.width < largestPlace.width || size.height < largestPlace.height : false;
}

/** The class with which a picture stands in a place that crops: a small one as it is, another one with its focus in sight. */
export const placeClass = (path: string, focus: string | null | undefined): string | undefined =>
  isSmall(path) ? "own-size" : focusClass(focus);

/** Top left, Top, … as people read it. */
export const focusName = (focus: Focus) => focus[0]?.toUpperCase() + focus.slice(1);

/** A picture as a page shows it. */
export interface ShownPicture {
  path: string;
  alt: string | null;
  /** pixels */
  width: number | null;
  height: number | null;
}

const uploadName =
  /^[0-9a-f]{32}(?:-(?<width>\d{1,5})x(?<height>\d{1,5}))?(?<widths>(?:_\d{1,5}){0,9})\.(?<extension>jpg|png|webp|avif)$/;
const smallerName = /^[0-9a-f]{32}(?:-\d{1,5}x\d{1,5})?(?:_\d{1,5}){1,9}-\d{1,5}\.webp$/;

const types = { jpg: "image/jpeg", png: "image/png", webp: "image/webp", avif: "image/avif" } as const;

/** The kind of an uploaded file, by its name; undefined for what is none of ours. */
export function typeOfUpload(name: string): (typeof types)[keyof typeof types] | undefined {
  if (smallerName.test(name)) return types.webp;
  return types[uploadName.exec(name)?.groups?.extension as keyof typeof types];
}

/** The address of a smaller picture beside an upload. @param width pixels */
export const smallerPath = (path: string, width: number) => path.replace(/\.\w+$/, `-${width}.webp`);

/** Everything that the address of an upload says of it: its size, and the smaller ones beside it. Null for any other picture. */
export function uploadAt(path: string) {
  const groups = path.startsWith("/uploads/") ? uploadName.exec(path.slice("/uploads/".length))?.groups : undefined;
  if (!groups) return null;
  const { width, height, widths = "" } = groups;
  const smaller = widths
    .split("_")
    .filter(Boolean)
    .map((each) => ({ width: Number(each), path: smallerPath(path, Number(each)) }));
  return { size: width && height ? { width: Number(width), height: Number(height) } : null, smaller };
}

/**
 * `<32 hex digits>-1600x900_480_960.jpg`: the name says how large a picture is, and which smaller ones lie beside it.
 * @param id UUID
 */
export const uploadNameOf = (
  id: string,
  { width, height, extension }: { width: number; height: number; extension: string },
  widths: readonly number[],
) => `${[`${id.replaceAll("-", "").toLowerCase()}-${width}x${height}`, ...widths].join("_")}.${extension}`;

/** Whether visitors with a phone notice how large a picture is, because there are no smaller ones. @param bytes null when nobody knows */
export const isHeavy = ({ path, bytes }: { path: string; bytes: number | null }) =>
  (bytes ?? 0) > heavyPicture && uploadAt(path)?.smaller.length === 0;

/** What an `img` needs to load the smallest file that is large enough; nothing for a picture without smaller ones. @param sizes as HTML has it */
export function sourcesOf(path: string, sizes: string): { srcSet?: string; sizes?: string } {
  const { smaller = [], size = null } = uploadAt(path) ?? {};
  if (smaller.length === 0) return {};
  const own = size ? [`${path} ${size.width}w`] : [];
  return { srcSet: [...smaller.map((each) => `${each.path} ${each.width}w`), ...own].join(", "), sizes };
}

/** The picture as other sites show it with a link; undefined where there is none, or of a kind that they do not draw. */
export function socialImageOf(picture: ShownPicture | null) {
  if (!picture || !/\.(?:jpe?g|png|webp)$/i.test(picture.path)) return undefined;
  const { path, alt, width, height } = picture;
  return { path, alt: alt ?? "", width: width ?? undefined, height: height ?? undefined };
}
