/** A deliberate fault, and the test file that must find it. */
export interface Fault {
  /** what visitors or admins would suffer */
  what: string;
  file: string;
  /** occurs once in the file */
  from: string;
  to: string;
  suite: "unit" | "database" | "worker" | "browser";
  tests: string;
  /** the tests of the file to run, by a part of their names; without it all of them */
  named?: string;
}

const migration = "supabase/migrations/20261101000000_baseline.sql";

export const faults: Fault[] = [
  {
    what: "a spreadsheet computes a name that begins with =",
    file: "app/admin/csv.ts",
    from: `formula.test(text) ? "'" : ""`,
    to: `""`,
    suite: "unit",
    tests: "app/admin/csv.test.ts",
  },
  {
    what: "events begin an hour late",
    file: "app/platform/text/site-time.ts",
    from: "at.getTime() + siteOffset(at.getTime())",
    to: "at.getTime() + 3_600_000 + siteOffset(at.getTime())",
    suite: "unit",
    tests: "app/platform/text/site-time.test.ts",
  },
  {
    what: "a page may load anything from anywhere",
    file: "app/front-door/headers.ts",
    from: `"default-src 'none'",`,
    to: `"default-src *",`,
    suite: "unit",
    tests: "app/front-door/headers.test.ts",
  },
  {
    what: "another site sends a form in a visitor's name",
    file: "app/front-door/guard.ts",
    from: "if (!route.oneClick && isCrossSite(request.headers, rules.origin)) return crossSite;",
    to: "",
    suite: "unit",
    tests: "app/front-door/guard.test.ts",
  },
  {
    what: "scripts can read the cookie of an admin's session",
    file: "app/platform/request/session.server.ts",
    from: "Path=/; HttpOnly; SameSite=Lax",
    to: "Path=/; SameSite=Lax",
    suite: "worker",
    tests: "tests/worker/admin-session.test.ts",
    named: "sets a sealed cookie",
  },
  {
    what: "gray text is too pale to read",
    file: "app/ui/css/tokens.css",
    from: "--color-ink-soft: light-dark(#46585f,",
    to: "--color-ink-soft: light-dark(#8fa0a6,",
    suite: "unit",
    tests: "app/ui/tokens.test.ts",
  },
  {
    what: "a page has a phrase that nobody uses",
    file: "app/features/contact/contact-form.tsx",
    from: "We read every message",
    to: "Somebody reads every message",
    suite: "unit",
    tests: "tests/words.test.ts",
  },
  {
    what: "mail programs do not offer to unsubscribe with one click",
    file: "app/features/series/series-letters.tsx",
    from: `"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",`,
    to: "",
    suite: "unit",
    tests: "app/features/series/series-letters.test.ts",
  },
  {
    what: "a page of an hour ago is served as today's",
    file: "app/front-door/page-cache.ts",
    from: "const maxAge = 60_000;",
    to: "const maxAge = 3_600_000;",
    suite: "unit",
    tests: "app/front-door/page-cache.test.ts",
  },
  {
    what: "a link of an article runs a script",
    file: "app/platform/text/web-address.ts",
    from: "/^https?:\\/\\/\\S+$/i;",
    to: "/^[a-z]+:\\S+$/i;",
    suite: "unit",
    tests: "app/platform/text/web-address.test.ts",
  },
  {
    what: "strangers may call a function of admins",
    file: migration,
    from: "grant execute on function public.answer_message to authenticated;",
    to: "grant execute on function public.answer_message to anon, authenticated;",
    suite: "database",
    tests: "supabase/tests/database/privileges.test.ts",
  },
  {
    what: "every signed-in account reads all messages",
    file: migration,
    from: "alter table public.contact_messages enable row level security;",
    to: "",
    suite: "database",
    tests: "supabase/tests/database/policies.test.ts",
  },
  {
    what: "a person whom two helpers let in at once is counted twice",
    file: migration,
    from: "  if found_one.checked_in_at is not null then\n    update public.reservations r",
    to: "  if false then\n    update public.reservations r",
    suite: "database",
    tests: "supabase/tests/database/door.test.ts",
  },
  {
    what: "one person reserves a whole room",
    file: migration,
    from: "  if event.takes_reservations and p_party not between 1 and event.party_limit then\n",
    to: "  if false then\n",
    suite: "database",
    tests: "supabase/tests/database/reservations.test.ts",
  },
  {
    what: "a message that is sent twice is stored twice",
    file: migration,
    from: "    where lower(m.email) = lower(p_email)\n      and m.message = p_message\n",
    to: "    where false\n",
    suite: "database",
    tests: "supabase/tests/database/contact.test.ts",
  },
  {
    what: "a page that does not exist answers 200",
    file: "app/platform/request/http.ts",
    from: `return new Response("Not found", { status: 404 });`,
    to: `return new Response("Not found", { status: 200 });`,
    suite: "worker",
    tests: "tests/worker/pages.test.ts",
  },
  {
    what: "text fields have labels that screen readers do not read",
    file: "app/ui/field.tsx",
    from: `      <label htmlFor={id}>{label}</label>\n      {type === "textarea" ? (`,
    to: `      <label>{label}</label>\n      {type === "textarea" ? (`,
    suite: "browser",
    tests: "tests/e2e/layout.spec.ts",
    named: "/contact stands still",
  },
  {
    what: "the contact form has no field for the message",
    file: "app/features/contact/contact-form.tsx",
    from: `        <Field field={fields.message} label={contactLabels.message} type="textarea" />\n`,
    to: "",
    suite: "browser",
    tests: "tests/e2e/newsletter-and-contact.spec.ts",
    named: "a message is stored",
  },
  {
    what: "an admin's session stays in the browser after signing out",
    file: "app/platform/request/session.server.ts",
    from: "Max-Age=0",
    to: "Max-Age=1800",
    suite: "worker",
    tests: "tests/worker/admin-session.test.ts",
    named: "clears the cookie",
  },
  {
    what: "a page is wider than a phone of 360 px",
    file: "app/ui/css/form.css",
    from: "  .field {\n    display: grid;\n    gap: 0.35rem;\n    width: 100%;",
    to: "  .field {\n    display: grid;\n    gap: 0.35rem;\n    width: 30rem;",
    suite: "browser",
    tests: "tests/e2e/layout.spec.ts",
    named: "/contact stands still",
  },
];
