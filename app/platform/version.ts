import { version as released } from "../../package.json";

/** The running release, as numbered in CHANGELOG.md; the build copies it from package.json. */
export const version = released;
