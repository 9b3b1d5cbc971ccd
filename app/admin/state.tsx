import type { ReactNode } from "react";

/** Shown or done, waiting for something, or in need of attention; the mark before the words differs in shape. */
export type Shape = "full" | "ring" | "dashed" | "alert";

export function State({ shape, children }: { shape: Shape; children: ReactNode }) {
  return <span className={`state ${shape}`}>{children}</span>;
}
