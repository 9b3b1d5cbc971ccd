// Loaded before every Node program of a rehearsal: redirects the origins of missing hosts to their stand-ins, and tells
// Supabase's command line, which asks Supabase's own API for a project's database, where that is.
const { addresses, database } = JSON.parse(process.env.REHEARSAL ?? "{}");
const ask = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const to = addresses[url.origin];
  if (!to) return ask(input, init);
  const there = new URL(url.pathname + url.search, to);
  return input instanceof Request ? ask(new Request(there, input), init) : ask(there, init);
};

if (process.argv[1]?.endsWith("scripts/supabase.ts")) {
  if (process.argv[2] === "projects") process.exit(0);
  process.argv = process.argv.map((word) => (/^--remote=[a-z]{20}$/.test(word) ? `--remote=${database}` : word));
}
