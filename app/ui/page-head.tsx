import enhance from "./enhance.ts?worker&url";

/** What every page has in its head, besides what its route says about it. */
export function PageHead({ styleSheet, siteName }: { styleSheet: string; siteName: string }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own style sheet */}
      <style dangerouslySetInnerHTML={{ __html: styleSheet }} />
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
