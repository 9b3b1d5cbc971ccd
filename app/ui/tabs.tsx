interface Tab {
  key: string;
  label: string;
  href: string;
}

interface TabsProps {
  label: string;
  tabs: Tab[];
  current: string | null;
  /** id of the part of the page that the enhance script exchanges */
  region?: string;
}

/** Tabs are links: each has a URL of its own, and works before and without any script. */
export function Tabs({ label, tabs, current, region }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul className="tabs">
        {tabs.map((tab) => (
          <li key={tab.key}>
            <a href={tab.href} aria-current={tab.key === current ? "page" : undefined} data-region={region}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
