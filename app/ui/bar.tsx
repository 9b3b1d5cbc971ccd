import { Fragment } from "react";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";

type Links = readonly { label: string; to: string }[];

interface CurrentLink {
  to: string;
  /** `page` on the link's own page, `true` on pages below it. */
  state: "page" | "true";
}

interface BarProps {
  brand: string;
  links: Links;
  joinUrl: string;
  current?: CurrentLink;
}

/**
 * The skip link and the navigation; the spaces between its links are for text browsers. Below 768 px it is a menu made
 * of `<details>`, which opens without scripts and contains the search field; wider, an icon links to the search page.
 */
export function Bar({ brand, links, joinUrl, current }: BarProps) {
  const items = (
    <>
      {links.map((link) => (
        <Fragment key={link.to}>
          <a href={link.to} aria-current={link.to === current?.to ? current.state : undefined}>
            {link.label}
          </a>{" "}
        </Fragment>
      ))}
      <ButtonLink looks={["sun", "small"]} href={joinUrl} target="_blank" rel="noopener noreferrer">
        Join Us<span className="visually-hidden"> (opens in a new tab)</span>
      </ButtonLink>
    </>
  );
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <div className="wrap">
          <a className="brand" href="/">
            <Icon name="mark" size={30} />
            {brand}
          </a>{" "}
          <nav className="links" aria-label="Main">
            {items}
          </nav>{" "}
          <a className="find" href="/search">
            <Icon name="search" />
            <span className="visually-hidden">Search</span>
          </a>{" "}
          <details className="menu">
            <summary>
              <span className="visually-hidden">Menu</span> <Icon name="menu" size={24} className="open" />
              <Icon name="close" size={24} className="shut" />
            </summary>
            <nav className="links" aria-label="Menu">
              <search>
                <form action="/search">
                  <input type="search" name="q" aria-label="Search" placeholder="Search" maxLength={100} />
                  <button type="submit">
                    <Icon name="search" />
                    <span className="visually-hidden">Search</span>
                  </button>
                </form>
              </search>
              {items}
            </nav>
          </details>
        </div>
      </header>
    </>
  );
}

/** The navigation link that a page belongs to. @param section the section, if the path does not show it */
export function currentLink(links: Links, path: string, section?: string): CurrentLink | undefined {
  if (links.some(({ to }) => to === path)) return { to: path, state: "page" };
  const above = links.find(({ to }) => to === section || (to !== "/" && path.startsWith(`${to}/`)));
  return above && { to: above.to, state: "true" };
}
