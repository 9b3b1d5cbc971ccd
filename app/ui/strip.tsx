const patterns = {
  lagoon: { width: 28, shape: <path d="M0 14 7 0l7 14zM14 14 21 0l7 14z" fill="currentColor" /> },
  lehua: {
    width: 28,
    shape: (
      <>
        <path d="M0 2h28M0 7h28M0 12h28" stroke="currentColor" strokeWidth="1.6" />
        <path d="M14 0 20 7l-6 7-6-7z" fill="currentColor" />
      </>
    ),
  },
  kukui: { width: 21, shape: <path d="M0 0 10.5 7 0 14zM21 0 10.5 7 21 14z" fill="currentColor" /> },
  edge: { width: 28, shape: <path d="M0 14 7 0l7 14zM14 14 21 0l7 14z" fill="currentColor" /> },
};

/** One of the geometric strips that mark cards and the footer's edge, and nothing else. */
export function Strip({ pattern, id }: { pattern: keyof typeof patterns; id: string }) {
  const { width, shape } = patterns[pattern];
  return (
    <svg className={`strip ${pattern}`} aria-hidden="true" focusable="false">
      <defs>
        <pattern id={`strip-${id}`} width={width} height="14" patternUnits="userSpaceOnUse">
          {shape}
        </pattern>
      </defs>
      <rect width="100%" height="14" fill={`url(#strip-${id})`} />
    </svg>
  );
}
