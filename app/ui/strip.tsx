/** One of the geometric strips that mark only cards and the footer's edge; drawn by the style sheet. */
export function Strip({ pattern }: { pattern: "lagoon" | "lehua" | "kukui" | "edge" }) {
  return <span className={`strip ${pattern}`} aria-hidden="true" />;
}
