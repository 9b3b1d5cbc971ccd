/** The widths in pixels of the smaller WebP files that a browser makes of a picture. */
export const pictureWidths = [480, 960, 1440] as const;

/** The widest picture in pixels that an email shows; a browser makes a JPEG of it, since mail programs know no WebP. */
export const mailWidth = 600;

/** The most bytes of a picture in an email. */
export const mailBytes = 200_000;

/** Above this many bytes, a picture without smaller versions is noticeably slow for visitors. */
export const heavyPicture = 300_000;

/** The ninths of a picture, row by row; the chosen one stays visible when the picture is cropped. */
export const focuses = [
  ...(["top left", "top", "top right"] as const),
  ...(["left", "center", "right"] as const),
  ...(["bottom left", "bottom", "bottom right"] as const),
] as const;

export type Focus = (typeof focuses)[number];

/** The class that keeps the focus of a cropped picture visible (app/ui/css/focus.css); none for the center. */
export const focusClass = (focus: string | null | undefined): string | undefined =>
  focus && focus !== "center" ? `focus-${focus.replace(" ", "-")}` : undefined;

/** Pixels of the largest area in which a picture is cropped: a card, and a founder on a phone in landscape. */
const largestPlace = { width: 720, height: 540 };

/** Whether it would be enlarged where pictures are cropped. @param path an upload; others are large enough */
export function isSmall(path: string): boolean {
  const size = uploadAt(path)?.size;
  return size ? size.width < largestPlace.width || size.height < largestPlace.height : false;
}

/** The class of a picture in an area that crops: a small one keeps its own size, others keep their focus visible. */
export const placeClass = (path: string, focus: string | null | undefined): string | undefined =>
  isSmall(path) ? "own-size" : focusClass(focus);

export const focusName = (focus: Focus) => focus[0]?.toUpperCase() + focus.slice(1);

export interface ShownPicture {
  path: string;
  alt: string | null;
  /** pixels */
  width: number | null;
  height: number | null;
}

const uploadName =
  /^[0-9a-f]{32}(?:-(?<width>\d{1,5})x(?<height>\d{1,5}))?(?<widths>(?:_\d{1,5}){0,9})(?<mail>_mail)?\.(?<extension>jpg|png|webp|avif)$/;
const smallerName = /^[0-9a-f]{32}(?:-\d{1,5}x\d{1,5})?(?:_\d{1,5}){1,9}(?:_mail)?-\d{1,5}\.webp$/;
const mailName = /^[0-9a-f]{32}-\d{1,5}x\d{1,5}(?:_\d{1,5}){0,9}_mail-mail\.jpg$/;

const types = { jpg: "image/jpeg", png: "image/png", webp: "image/webp", avif: "image/avif" } as const;

/** Returns the type of an uploaded file by its name; undefined if it is not an upload. */
export function typeOfUpload(name: string): (typeof types)[keyof typeof types] | undefined {
  if (smallerName.test(name)) return types.webp;
  if (mailName.test(name)) return types.jpg;
  return types[uploadName.exec(name)?.groups?.extension as keyof typeof types];
}

/** Returns the path of a smaller version of an upload. @param width pixels */
export const smallerPath = (path: string, width: number) => path.replace(/\.\w+$/, `-${width}.webp`);

/** Returns the path of the JPEG of an upload that emails show. */
export const mailPath = (path: string) => path.replace(/\.\w+$/, "-mail.jpg");

/** Size, smaller versions and the path of the JPEG for emails from an upload's path; null for other pictures. */
export function uploadAt(path: string) {
  const groups = path.startsWith("/uploads/") ? uploadName.exec(path.slice("/uploads/".length))?.groups : undefined;
  if (!groups) return null;
  const { width, height, widths = "", mail } = groups;
  const smaller = widths
    .split("_")
    .filter(Boolean)
    .map((each) => ({ width: Number(each), path: smallerPath(path, Number(each)) }));
  const size = width && height ? { width: Number(width), height: Number(height) } : null;
  return { size, smaller, mail: mail ? mailPath(path) : null };
}

/**
 * `<32 hex digits>-1600x900_480_960_mail.jpg`: the name gives the size of the picture, the widths of its smaller
 * versions, and whether there is a JPEG for emails.
 * @param id UUID
 */
export const uploadNameOf = (
  id: string,
  { width, height, extension }: { width: number; height: number; extension: string },
  widths: readonly number[],
  hasMail = false,
) => {
  const parts = [`${id.replaceAll("-", "").toLowerCase()}-${width}x${height}`, ...widths, ...(hasMail ? ["mail"] : [])];
  return `${parts.join("_")}.${extension}`;
};

export function filesOf(path: string): string[] {
  const { smaller = [], mail = null } = uploadAt(path) ?? {};
  return [path, ...smaller.map((each) => each.path), ...(mail ? [mail] : [])];
}

/** Returns the file of a picture that emails show, in pixels as wide as it is shown; null if they cannot show it. */
export function mailPictureAt(path: string): { path: string; width: number; height: number } | null {
  const found = uploadAt(path);
  if (!found?.size || (!found.mail && !/\.(jpg|png)$/.test(path))) return null;
  const width = Math.min(mailWidth, found.size.width);
  return {
    path: found.mail ?? path,
    width,
    height: Math.max(1, Math.round((found.size.height * width) / found.size.width)),
  };
}

/** Whether it is slow on a phone: large and without smaller versions. @param bytes null if unknown */
export const isHeavy = ({ path, bytes }: { path: string; bytes: number | null }) =>
  (bytes ?? 0) > heavyPicture && uploadAt(path)?.smaller.length === 0;

/** `img` attributes for the smallest sufficient file; none without smaller versions. @param sizes as in HTML */
export function sourcesOf(path: string, sizes: string): { srcSet?: string; sizes?: string } {
  const { smaller = [], size = null } = uploadAt(path) ?? {};
  if (smaller.length === 0) return {};
  const own = size ? [`${path} ${size.width}w`] : [];
  return { srcSet: [...smaller.map((each) => `${each.path} ${each.width}w`), ...own].join(", "), sizes };
}

/** The picture for links on other sites; undefined if there is none or they cannot draw its format. */
export function socialImageOf(picture: ShownPicture | null) {
  if (!picture || !/\.(?:jpe?g|png|webp)$/i.test(picture.path)) return undefined;
  const { path, alt, width, height } = picture;
  return { path, alt: alt ?? "", width: width ?? undefined, height: height ?? undefined };
}
