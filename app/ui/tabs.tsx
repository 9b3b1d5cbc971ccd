interface Tab {
  key: string;
  label: string;
  href: string;
}

interface TabsProps {
  label: string;
  tabs: Tab[];
  current: string | null;
  /** The id of the element that the enhance script replaces. */
  region?: string;
}

/** Tabs are links: each has its own URL and works without any script. */
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
