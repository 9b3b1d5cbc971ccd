import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { When } from "./when.tsx";

interface PreviewLinksProps {
  /** one that was just made, until when (ISO time) */
  link: { address: string; until: string } | null;
  /** the token that the next one is to have */
  token: string;
  /** "the latest text" */
  what: string;
  /** "Turn off all links to this article" */
  end: string;
  /** what such a link does, while none was just made */
  children: ReactNode;
}

/** Links by which somebody without an account sees a draft: made here, shown once. */
export function PreviewLinks({ link, token, what, end, children }: PreviewLinksProps) {
  return (
    <section className="panel" aria-labelledby="link">
      <h2 id="link">Show it to someone else</h2>
      {link ? (
        <p className="wrap-anywhere">
          Until <When at={link.until} />, anyone with this link can read {what}:{" "}
          <a href={link.address}>{link.address}</a>. Copy it now: it is not shown again.
        </p>
      ) : (
        <p>{children}</p>
      )}
      <form method="post" className="actions">
        <input type="hidden" name="token" value={token} />
        <Button looks={["ghost"]} name="intent" value="link">
          Make a link
        </Button>
        <Button looks={["ghost"]} name="intent" value="end">
          {end}
        </Button>
      </form>
    </section>
  );
}
