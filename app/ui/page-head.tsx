import adminStyles from "./admin.css?inline";
import enhance from "./enhance.ts?worker&url";
import styles from "./styles.css?inline";

/** The style sheet of a page; its hash is in the Content-Security-Policy. */
export const sheetOf = (admin: boolean) => (admin ? adminStyles : styles);

/** What all pages with one style sheet have in their head: two thirds of a page's bytes, and always the same. */
export function PageHead({ admin, siteName }: { admin: boolean; siteName: string }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own style sheet */}
      <style dangerouslySetInnerHTML={{ __html: sheetOf(admin) }} />
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
