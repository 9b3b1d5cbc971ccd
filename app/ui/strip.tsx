/** One of the geometric strips that mark cards and the footer's edge, and nothing else; the style sheet draws them. */
export function Strip({ pattern }: { pattern: "lagoon" | "lehua" | "kukui" | "edge" }) {
  return <span className={`strip ${pattern}`} aria-hidden="true" />;
}
