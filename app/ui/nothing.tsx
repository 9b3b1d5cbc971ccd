import type { ReactNode } from "react";

/** An empty list: a star line with a missing star, a sentence, and a link. */
export function Nothing({ children }: { children: ReactNode }) {
  return (
    <div className="nothing">
      <svg viewBox="0 0 220 90" fill="none" stroke="currentColor" aria-hidden="true">
        <path strokeWidth="1.2" opacity=".5" d="M14 62 58 30l46 22m0 0" />
        <path strokeWidth="1.2" strokeDasharray="3 5" opacity=".6" d="m104 52 46-30 54 24" />
        <path
          fill="currentColor"
          stroke="none"
          d="M11 62a3 3 0 1 0 6 0 3 3 0 1 0-6 0m43-32a4 4 0 1 0 8 0 4 4 0 1 0-8 0m47 22a3 3 0 1 0 6 0 3 3 0 1 0-6 0m100-6a3 3 0 1 0 6 0 3 3 0 1 0-6 0"
        />
        <circle cx="150" cy="22" r="8" strokeWidth="1.5" strokeDasharray="3 3.3" />
        <path strokeWidth="1.2" opacity=".35" d="M4 82c30-8 56-8 84 0s56 8 84 0 34-6 44-2" />
      </svg>
      {children}
    </div>
  );
}
