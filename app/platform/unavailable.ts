/** The database could not be asked, or did not answer in time: nobody's mistake, and it may work again soon. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";

  /** By name, because the Worker's entry and the Remix build are two bundles, each with its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "DatabaseUnavailable";
  }
}
