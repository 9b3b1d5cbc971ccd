/**
 * Placeholders for a list that is loading; a template, because only the enhance script uses them. It contains no text,
 * because text browsers print the content of templates.
 */
export function Skeleton({ id, tabs, cards }: { id: string; tabs: number; cards: number }) {
  return (
    <template id={id}>
      <div role="progressbar" aria-label="Loading" />
      <div className="flex gap-6 pb-4" aria-hidden="true">
        {numbered(tabs).map((number) => (
          <span key={number} className="bone h-8 w-24" />
        ))}
      </div>
      <div className="grid gap-5 pt-2 md:grid-cols-2" aria-hidden="true">
        {numbered(cards).map((number) => (
          <span key={number} className="bone h-44" />
        ))}
      </div>
    </template>
  );
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
