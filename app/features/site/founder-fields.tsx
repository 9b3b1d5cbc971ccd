import { CheckField, Field, SelectField } from "../../ui/field.tsx";
import { PictureSelect } from "./picture-select.tsx";
import { founderPlaces } from "./site.schema.ts";
import { drawings, type SiteFields } from "./site-fields.ts";
import { positions } from "./site-form.schema.ts";
import type { SitePicture } from "./site-pictures.server.ts";

const parts = ["name", "position", "bio", "portrait", "url", "remove"] as const;

export const founderFieldNames = founderPlaces.flatMap((place) =>
  parts.map((part) => `founder_${place}_${part}` as const),
);

const places = positions.map((position) => ({ value: position, label: position }));

type Place = (typeof founderPlaces)[number];

interface FounderFieldsProps {
  fields: SiteFields;
  pictures: SitePicture[];
}

/** The fields of the current founders, and below them, collapsed, those of the free positions. */
export function FounderFields(form: FounderFieldsProps) {
  const { fields } = form;
  const fieldsAt = (place: Place) =>
    (["name", "bio", "portrait", "url"] as const).map((part) => fields[`founder_${place}_${part}`]);
  const isTaken = (place: Place) => fieldsAt(place).some(({ initialValue }) => initialValue);
  const taken = founderPlaces.filter(isTaken);
  const free = founderPlaces.filter((place) => !isTaken(place));
  return (
    <>
      {taken.map((place) => (
        <Founder key={place} {...form} place={place} isThere />
      ))}
      {free.length > 0 ? (
        <details className="more-fields" open={taken.length === 0}>
          <summary>Add a founder</summary>
          {free.map((place) => (
            <Founder key={place} {...form} place={place} />
          ))}
        </details>
      ) : (
        <p className="hint">All six places are taken. To add a founder, remove another one first.</p>
      )}
    </>
  );
}

function Founder({
  fields,
  pictures,
  place,
  isThere = false,
}: FounderFieldsProps & { place: Place; isThere?: boolean }) {
  const name = fields[`founder_${place}_name`];
  return (
    <fieldset className="form group-of-fields">
      <legend>{name.initialValue || `Founder ${place}`}</legend>
      <div className="long-and-short">
        <Field field={name} label="Name" autoComplete="off" />
        <SelectField field={fields[`founder_${place}_position`]} label="Position on the page" options={places} />
      </div>
      <Field
        field={fields[`founder_${place}_bio`]}
        label="About"
        type="textarea"
        rows={3}
        hint="A sentence or two, at most 600 characters"
      />
      <PictureSelect
        field={fields[`founder_${place}_portrait`]}
        label="Picture"
        none="None"
        others={drawings}
        pictures={pictures}
      />
      <Field field={fields[`founder_${place}_url`]} label="Link" type="url" hint="Optional" />
      {isThere ? (
        <CheckField field={fields[`founder_${place}_remove`]} label={`Remove ${name.initialValue || "this founder"}`} />
      ) : null}
    </fieldset>
  );
}
