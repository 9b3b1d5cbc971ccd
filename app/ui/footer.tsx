import { safeUrl } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { Strip } from "./strip.tsx";

interface Link {
  readonly label: string;
  readonly to: string;
}

interface FooterProps {
  brand: string;
  name: string;
  tagline: string;
  quick: readonly Link[];
  resources: readonly Link[];
  legal: readonly Link[];
  social: readonly { readonly label: string; readonly icon: string; readonly url: string }[];
  year: number;
}

export function Footer({ brand, name, tagline, quick, resources, legal, social, year }: FooterProps) {
  return (
    <>
      <Strip pattern="edge" />
      <footer className="site-footer">
        <div className="wrap columns">
          <div>
            <a className="brand" href="/">
              <Icon name="mark" size={30} />
              {brand}
            </a>
            <p className="mt-3 max-w-88">{tagline}</p>
          </div>
          <LinkList title="Quick Links" links={quick} />
          <LinkList title="Resources" links={resources} />
          <nav aria-label="Social">
            <h2>Find us</h2>
            <ul className="social">
              {social.map((place) => (
                <li key={place.label}>
                  <a href={safeUrl(place.url)} target="_blank" rel="noopener noreferrer">
                    <Icon name={place.icon} size={18} />
                    {place.label}
                    <span className="visually-hidden"> (opens in a new tab)</span>
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="wrap mt-10 flex flex-wrap justify-between gap-x-8 gap-y-2">
          <p>
            © {year} {name}. All rights reserved.
          </p>
          <ul className="flex flex-wrap gap-x-6">
            {legal.map((link) => (
              <li key={link.to}>
                <a href={link.to}>{link.label}</a>
              </li>
            ))}
          </ul>
        </div>
      </footer>
    </>
  );
}

function LinkList({ title, links }: { title: string; links: readonly Link[] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.to}>
            <a href={link.to}>{link.label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
