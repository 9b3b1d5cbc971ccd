import { type FieldMetadata, getCollectionProps } from "@conform-to/react";
import { FieldError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type ResourceIcon, resourceIconNames, resourceIcons } from "./resource-icons.ts";

export function IconPicker({ field }: { field: FieldMetadata<ResourceIcon> }) {
  const options = getCollectionProps(field, { type: "radio", options: [...resourceIconNames] });
  return (
    <fieldset className="field" id={field.id} aria-describedby={field.errors ? field.errorId : undefined}>
      <legend>Icon</legend>
      <div className="radio-cards">
        {options.map(({ key, ...input }) => {
          const { symbol, label } = resourceIcons[input.value as ResourceIcon];
          return (
            <label key={key} className="choice">
              <input {...input} aria-describedby={undefined} />
              <Icon name={symbol} size={22} />
              {label}
            </label>
          );
        })}
      </div>
      <FieldError field={field} />
    </fieldset>
  );
}
