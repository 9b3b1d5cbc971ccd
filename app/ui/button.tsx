import type { ComponentProps, ReactNode } from "react";

type Look = "ghost" | "sun" | "small" | "danger";
const classes = (looks: Look[] = [], className = "") => ["button", ...looks, className].join(" ").trim();

export function Button({ looks, className, ...props }: ComponentProps<"button"> & { looks?: Look[] }) {
  return <button type="submit" {...props} className={classes(looks, className)} />;
}

export function ButtonLink({ looks, className, ...props }: ComponentProps<"a"> & { looks?: Look[] }) {
  return <a {...props} className={classes(looks, className)} />;
}

/** A link to another site, opened in a new tab. Only https (or http) addresses become links. */
export function ExternalLink({
  href,
  children,
  ...props
}: ComponentProps<"a"> & { href: string; children: ReactNode }) {
  return (
    <a {...props} href={safeUrl(href)} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

/**
 * Returns the address if it is http(s) and has no user name or password; undefined otherwise, because React 18 renders
 * `javascript:` links.
 */
export function safeUrl(address: string): string | undefined {
  try {
    const { protocol, username, password } = new URL(address);
    return /^https?:$/.test(protocol) && !username && !password ? address : undefined;
  } catch {
    return undefined;
  }
}
