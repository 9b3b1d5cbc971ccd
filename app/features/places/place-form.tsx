import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import { differencesOf } from "../../admin/fields.ts";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { islandWords } from "../../community.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { PictureSelect } from "../site/picture-select.tsx";
import type { SitePicture } from "../site/site-pictures.server.ts";
import { pointText } from "./coordinates.ts";
import { type PlaceFields, type PlaceInput, placeChoices, placeLabels, placeSchema } from "./place.schema.ts";
import type { EditedPlace } from "./place-editing.server.ts";
import { type AccessKey, accessKeys, accessLabels } from "./places.ts";

const accessHints: Record<AccessKey, string> = {
  way_in: "For example: the door is in the courtyard; ring at “Library”",
  bus: "For example: the stop of line 1 is at the corner, 3 minutes on foot",
  parking: "For example: free after 5:00 PM in the garage next door; two accessible stalls at the entrance",
  steps: "For example: no steps from the street, and an elevator to every floor; the doors are 36 inches wide",
  seating: "For example: chairs with backs, and room for a wheelchair in every row",
  quiet_space: "For example: a small room beside the hall, open all evening",
  restrooms: "For example: beside the stairs on the ground floor; one is accessible",
};

const fieldsOf = ({ latitude, longitude, picture_path, ...place }: EditedPlace) => ({
  ...place,
  coordinates: latitude === null || longitude === null ? undefined : pointText({ latitude, longitude }),
  picture: picture_path,
});

export const placeDifferences = (place: EditedPlace, typed: PlaceInput) =>
  differencesOf(placeLabels, fieldsOf(place), typed, placeChoices);

interface PlaceFormProps {
  submit: string;
  pictures: SitePicture[];
  place?: EditedPlace;
  newId?: string;
  lastResult?: SubmissionResult<string[]>;
}

export function PlaceForm({ submit, pictures, place, newId, lastResult }: PlaceFormProps) {
  const [form, fields] = useAdminForm<PlaceFields>({
    id: "place",
    lastResult,
    defaultValue: place ? fieldsOf(place) : {},
    constraint: getZodConstraint(placeSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary
        fields={(Object.keys(placeLabels) as (keyof PlaceFields)[]).map((name) => fields[name])}
        formError={form.errors?.[0]}
      />
      {place ? <Version at={place.updated_at} /> : <input type="hidden" name="new_id" value={newId} />}
      <Field field={fields.name} label={placeLabels.name} autoComplete="off" />
      <div className="two-fields">
        <Field
          field={fields.street}
          label={placeLabels.street}
          autoComplete="off"
          hint="Optional, for example: 1041 Koko Head Avenue"
        />
        <Field field={fields.city} label={placeLabels.city} autoComplete="off" />
      </div>
      <SelectField
        field={fields.island}
        label={placeLabels.island}
        options={place ? placeChoices.island : [{ value: "", label: islandWords.choose }, ...placeChoices.island]}
      />
      <fieldset className="form group-of-fields">
        <legend>Getting there and getting in</legend>
        <p className="hint">
          All of it is optional. The pages of the place and of its events show what you fill in; an address such as
          https://… becomes a link.
        </p>
        {accessKeys.map((key) => (
          <Field key={key} field={fields[key]} label={accessLabels[key]} hint={accessHints[key]} />
        ))}
      </fieldset>
      <Field
        field={fields.coordinates}
        label={placeLabels.coordinates}
        autoComplete="off"
        hint="Optional: two numbers like 21.2766, -157.7862, or the URL of a map on which you found the place. Calendars and maps find the door by them."
      />
      <Field
        field={fields.capacity}
        label={placeLabels.capacity}
        type="number"
        hint="Optional, only for you: how many people fit in. The limit of an event is entered there."
      />
      <PictureSelect
        field={fields.picture}
        label={placeLabels.picture}
        none="None"
        pictures={pictures}
        hint="From the picture library, with the description there. The newest 100 are listed."
      />
      <Button data-busy="Saving …">{submit}</Button>
    </form>
  );
}
