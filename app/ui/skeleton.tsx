/**
 * Placeholders for a list that is on its way; a template, because only the enhance script ever waits. It holds no text,
 * because text browsers print what stands in a template.
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
