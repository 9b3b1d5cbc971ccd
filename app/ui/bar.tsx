import { Fragment } from "react";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface BarProps {
  brand: string;
  links: readonly { label: string; to: string }[];
  joinUrl: string;
  path: string;
  /** the link under which the page lies, where its path does not say so */
  section?: string;
}

/** The navigation; the spaces between its links are for text browsers. Below 768 px it is a menu made of `<details>`, which needs no script to open. */
export function Bar({ brand, links, joinUrl, path, section }: BarProps) {
  const items = (
    <>
      {links.map((link) => (
        <Fragment key={link.to}>
          <a href={link.to} aria-current={currentState(link.to, path, section)}>
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
    <header className="bar">
      <div className="wrap">
        <a className="brand" href="/">
          <Icon name="mark" size={30} />
          {brand}
        </a>{" "}
        <nav className="links" aria-label="Main">
          {items}
        </nav>
        <details className="menu">
          <summary>
            <span className="visually-hidden">Menu</span> <Icon name="menu" size={24} className="open" />
            <Icon name="close" size={24} className="shut" />
          </summary>
          <nav className="links" aria-label="Menu">
            {items}
          </nav>
        </details>
      </div>
    </header>
  );
}

/** `page` on the link's own page, `true` on pages below it. */
function currentState(to: string, path: string, section?: string): "page" | "true" | undefined {
  if (to === path) return "page";
  return to === section || (to !== "/" && path.startsWith(`${to}/`)) ? "true" : undefined;
}
