interface KnownPage {
  label: string;
  to: string;
}

/** Longer paths are not typing mistakes; the limit bounds the work for any request. */
const longest = 60;

/** Returns how many letters must be inserted, removed or replaced to turn one text into another (Levenshtein). */
export function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const exchanged = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(exchanged, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[to.length] ?? 0;
}

/** The page a path probably meant and the one above it; none if none is similar, never the path itself. */
export function likelyPages<Known extends KnownPage>(path: string, known: readonly Known[]): Known[] {
  if (path.length > longest) return [];
  const ranked = known
    .filter(({ to }) => to !== "/" && to !== path)
    .map((page) => ({ page, distance: editDistance(path, page.to) }))
    .sort((one, other) => one.distance - other.distance);
  const [nearest] = ranked.filter(({ page, distance }) => distance <= page.to.length / 3);
  const parent = known.find(({ to }) => to !== "/" && path.startsWith(`${to}/`));
  const found = [nearest?.page, parent].filter((page) => page !== undefined);
  return found.filter((page, index) => found.findIndex(({ to }) => to === page.to) === index);
}

/** The words of a path for a search; empty if it has none, as in paths that bots guess (/wp-login.php, /.env). */
export function searchableWords(path: string): string {
  let text: string;
  try {
    text = decodeURIComponent(path.slice(0, 200));
  } catch {
    return "";
  }
  if (!/^[\p{L}\p{M}\p{N}/ʻ_+ -]+$/u.test(text) || !/\p{L}{3}/u.test(text)) return "";
  const words = text.split(/[/_+ -]+/).filter(Boolean);
  return [...words.join(" ")].slice(0, 100).join("").trim();
}

/** Suggests pages instead of one that does not exist, from the path only, without querying the database. */
export function LikelyPages({ path, known }: { path: string; known: readonly KnownPage[] }) {
  const pages = likelyPages(path, known);
  if (pages.length === 0) return null;
  return (
    <ul className="mt-6 grid gap-2">
      {pages.map(({ label, to }) => (
        <li key={to}>
          Did you mean <a href={to}>{label}</a>?
        </li>
      ))}
    </ul>
  );
}
