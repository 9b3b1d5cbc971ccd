import icons from "./icons.svg?no-inline";

/** A symbol of icons.svg; it is decorative, so the text beside it carries the meaning. */
export function Icon({ name, size = 20, className }: { name: string; size?: number; className?: string }) {
  return (
    <svg className={className} width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`${icons}#${name}`} />
    </svg>
  );
}
