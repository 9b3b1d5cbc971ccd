import type { FieldMetadata } from "@conform-to/react";
import { SelectField } from "../../ui/field.tsx";
import { sourcesOf } from "../pictures/picture.ts";
import type { SitePicture } from "./site-pictures.server.ts";

interface PictureSelectProps {
  field: FieldMetadata<string | undefined>;
  label: string;
  none: string;
  others?: { value: string; label: string }[];
  pictures: SitePicture[];
  hint?: string;
}

export function PictureSelect({ field, label, none, others = [], pictures, hint }: PictureSelectProps) {
  const path = field.initialValue;
  const known = [
    { value: "", label: none },
    ...others,
    ...pictures.map(({ path: value, alt }) => ({ value, label: alt })),
  ];
  const isKnown = !path || known.some(({ value }) => value === path);
  const options = isKnown ? known : [...known, { value: path, label: "The one shown here" }];
  return (
    <div className={path ? "picture-select" : undefined}>
      <SelectField field={field} label={label} options={options} hint={hint} />
      {path ? <img src={path} {...sourcesOf(path, "6rem")} alt="" width={96} height={72} loading="lazy" /> : null}
    </div>
  );
}
