import { Children, type ReactNode } from "react";

/** Puts a space between what stands side by side by style alone, for text browsers and what is copied. */
export const spaced = (children: ReactNode) => Children.toArray(children).flatMap((child) => [child, " "]);
