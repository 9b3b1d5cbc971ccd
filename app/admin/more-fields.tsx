import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";

interface MoreFieldsProps {
  title: string;
  /** those of the group that say nothing until somebody fills them in */
  fields: Pick<FieldMetadata, "initialValue" | "errors">[];
  /** for another reason than what is in the fields */
  isOpen?: boolean;
  children: ReactNode;
}

/** A group of fields that most forms are sent without: closed until it is opened, open where one is filled in or wrong. */
export function MoreFields({ title, fields, isOpen = false, children }: MoreFieldsProps) {
  return (
    <details className="more-fields" open={isOpen || fields.some(({ initialValue, errors }) => initialValue || errors)}>
      <summary>{title}</summary>
      <div className="form group-of-fields">{children}</div>
    </details>
  );
}
