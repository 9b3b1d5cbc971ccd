import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";

interface MoreFieldsProps {
  title: string;
  fields: Pick<FieldMetadata, "initialValue" | "errors">[];
  isOpen?: boolean;
  children: ReactNode;
}

/** A group of fields that most forms leave empty: closed by default, open if one is filled in or has an error. */
export function MoreFields({ title, fields, isOpen = false, children }: MoreFieldsProps) {
  return (
    <details className="more-fields" open={isOpen || fields.some(({ initialValue, errors }) => initialValue || errors)}>
      <summary>{title}</summary>
      <div className="form group-of-fields">{children}</div>
    </details>
  );
}
