import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { When } from "./when.tsx";

interface PreviewLinksProps {
  /** The link that was just made, and when it expires (ISO time). */
  link: { address: string; until: string } | null;
  token: string;
  what: string;
  end: string;
  children: ReactNode;
}

/** Makes links that show a draft to people without an account; each link is shown once. */
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
