import { version as released } from "../../package.json";

/** The release that runs, as CHANGELOG.md counts; the build copies it out of package.json. */
export const version = released;
