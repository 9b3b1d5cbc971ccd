import { basename } from "node:path";

/** A route of the site map: its file below `app/`, and its path as in `admin/tabs/:id`. */
export interface Route {
  file: string;
  path: string;
}

/** What tests call a changed file: the SQL function that it defines, or the URLs of a route. */
export interface Named {
  file: string;
  patterns: RegExp[];
}

/** SQL files that are not named after one function. */
const notOneFunction = /^(tables|rules|outcomes)\.sql$/;

/** Returns how tests name what a file defines, or null if no name follows from the file. */
export function namesOf(file: string, routes: Route[]): Named | null {
  if (/^supabase\/source\/.*\.sql$/.test(file) && !notOneFunction.test(basename(file)))
    return { file, patterns: [new RegExp(`\\b${basename(file, ".sql")}\\b`, "g")] };
  const paths = routes.filter((route) => `app/${route.file}` === file).map(({ path }) => path);
  return paths.length > 0 ? { file, patterns: paths.map(patternOf) } : null;
}

function patternOf(path: string): RegExp {
  const parts = path.split("/").map((part) => part.replaceAll(".", "\\.").replace(/^:\w+/, "[^/\"'`\\s]+"));
  return new RegExp(`["'\`(]/${parts.join("/")}(?=["'\`?#.])`, "g");
}

/**
 * Returns the tests that name what has changed, the one that names it most often first.
 * @param tests path → text
 */
export function testsThatName(named: Named[], tests: Map<string, string>): string[] {
  const patterns = named.flatMap((each) => each.patterns);
  const counted = [...tests].map(([path, text]) => ({
    path,
    times: patterns.reduce((sum, pattern) => sum + [...text.matchAll(pattern)].length, 0),
  }));
  return counted
    .filter(({ times }) => times > 0)
    .toSorted((one, other) => other.times - one.times)
    .map(({ path }) => path);
}
