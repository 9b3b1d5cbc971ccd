import adminStyles from "./admin.css?inline";
import card from "./css/card.css?inline";
import conditions from "./css/conditions.css?inline";
import drawing from "./css/drawing.css?inline";
import form from "./css/form.css?inline";
import hero from "./css/hero.css?inline";
import prose from "./css/prose.css?inline";
import tabs from "./css/tabs.css?inline";
import toast from "./css/toast.css?inline";
import enhance from "./enhance.ts?worker&url";
import styles from "./styles.css?inline";

// In the order in which they follow each other in a page.
const parts = { card, tabs, form: form + toast, prose, hero, drawing };

/** The style sheet of a page that needs these parts; its hash is in the Content-Security-Policy. */
export function sheetOf(admin: boolean, needed: ReadonlySet<keyof typeof parts>): string {
  if (admin) return adminStyles;
  const sheets = Object.entries(parts).map(([name, part]) => (needed.has(name as keyof typeof parts) ? part : ""));
  return styles + sheets.join("") + conditions;
}

/** What all pages with one style sheet have in their head: half of a page's bytes, and always the same. */
export function PageHead({ sheet, siteName }: { sheet: string; siteName: string }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own style sheet */}
      <style dangerouslySetInnerHTML={{ __html: sheet }} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="alternate" type="application/rss+xml" title={`${siteName}: insights`} href="/insights/rss.xml" />
      <link rel="alternate" type="application/atom+xml" title={`${siteName}: insights`} href="/insights/atom.xml" />
      <script src={enhance} defer type={import.meta.env.DEV ? "module" : undefined} />
      {import.meta.env.DEV ? <script type="module" src="/@vite/client" /> : null}
    </>
  );
}

/** Where a page has its `PageHead`, until the answer is put together. */
export const HeadMark = () => <template id="head" />;
export const headMark = '<template id="head"></template>';
