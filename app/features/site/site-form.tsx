import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { ReactNode } from "react";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { SaveBar } from "../../admin/save-bar.tsx";
import { zoneInWords } from "../../platform/text/site-time.ts";
import { mapSites } from "../../site.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { markdownHint } from "../markdown/markdown-text.tsx";
import { FounderFields, founderFieldNames } from "./founder-fields.tsx";
import { LibrarySearch } from "./library-search.tsx";
import { PictureSelect } from "./picture-select.tsx";
import {
  cardPlaces,
  firstLetterChoices,
  isForLinks,
  networks,
  noMap,
  type SiteField,
  type SiteSettings,
  type TitledName,
  valuePlaces,
} from "./site.schema.ts";
import { type SiteFields, siteLabels, type TypedSite } from "./site-fields.ts";
import { positions, siteFormSchema } from "./site-form.schema.ts";
import type { OfferedPictures, SitePicture } from "./site-pictures.server.ts";

const isOfFounder = (name: string) => name.startsWith("founder_");
const names = Object.keys(siteLabels) as SiteField[];
const fieldNames: (keyof TypedSite)[] = [
  ...names.slice(0, names.findIndex(isOfFounder)),
  ...founderFieldNames,
  ...names.slice(names.findLastIndex(isOfFounder) + 1),
];

const ownSpots = Object.fromEntries(positions.map((place) => [`founder_${place}_position`, place]));

interface SiteFormProps {
  path: string;
  values: Partial<SiteSettings>;
  version: string;
  /** the fingerprint of the part's fields as they were */
  seen: string;
  offered: OfferedPictures;
  lastResult?: SubmissionResult<string[]>;
}

export function SiteForm({ path, values, version, seen, offered, lastResult }: SiteFormProps) {
  const [form, fields] = useAdminForm<TypedSite>({
    id: "site",
    lastResult,
    defaultValue: { ...ownSpots, ...values },
    constraint: getZodConstraint(siteFormSchema),
  });
  const { found, shown } = offered;
  const pictures = [...found, ...shown.filter(({ id }) => !found.some((each) => each.id === id))];
  // Without percent-encoding, the longest texts in a multi-byte script fit the limit.
  return (
    <div className="sources">
      <section className="panel form-panel" aria-label="What the site says">
        <form {...getFormProps(form)} method="post" encType="multipart/form-data" className="form">
          <ErrorSummary fields={fieldNames.map((name) => fields[name])} formError={form.errors?.[0]} />
          <Part path={path} fields={fields} pictures={pictures} />
          <Version at={version} />
          <input type="hidden" name="seen" value={seen} />
          <SaveBar
            note={
              path === "/admin/site/newsletter"
                ? "It is in the emails that go out from now on."
                : "Visitors see it within a minute."
            }
          >
            <Button data-busy="Saving …">Save</Button>
          </SaveBar>
        </form>
      </section>
      {withPictures.includes(path) ? <LibrarySearch path={path} formId={form.id} offered={offered} /> : null}
    </div>
  );
}

/** The parts in which a picture of the library can be chosen. */
const withPictures = ["/admin/site/founders", "/admin/site/looks"];

interface PartProps {
  fields: SiteFields;
  pictures: SitePicture[];
}

function Part({ path, fields, pictures }: PartProps & { path: string }) {
  switch (path) {
    case "/admin/site/pages":
      return (
        <>
          <HomePage fields={fields} />
          <AboutPage fields={fields} />
        </>
      );
    case "/admin/site/founders":
      return (
        <Group title="Founders" hint="At most six, on the about page. Moving a founder shifts the others.">
          <FounderFields fields={fields} pictures={pictures} />
        </Group>
      );
    case "/admin/site/newsletter":
      return <FirstLetter fields={fields} />;
    case "/admin/site/announcement":
      return <Announcement fields={fields} />;
    case "/admin/site/looks":
      return <Looks fields={fields} pictures={pictures} />;
    default:
      return (
        <>
          <Names fields={fields} />
          <Contact fields={fields} />
          <Group title="Find us" hint="Links in the footer. What is left empty is not shown.">
            <div className="wide-pairs">
              {networks.map(({ label, icon }) => (
                <Field key={icon} field={fields[`social_${icon}_url`]} label={label} type="url" />
              ))}
            </div>
          </Group>
        </>
      );
  }
}

interface GroupProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

function Group({ title, hint, children }: GroupProps) {
  return (
    <fieldset className="form group-of-fields">
      <legend>{title}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      {children}
    </fieldset>
  );
}

function Names({ fields }: { fields: SiteFields }) {
  return (
    <Group title="Names">
      <Field
        field={fields.name}
        label="Name"
        hint="In large letters on the home page, in the footer, feeds and emails."
      />
      <Field field={fields.short_name} label="Short name" hint="At the top of each page and in its title." />
      <Field field={fields.tagline} label="Tagline" hint="On the home page, in the footer, and for search engines." />
    </Group>
  );
}

function Looks({ fields, pictures }: PartProps) {
  return (
    <PictureSelect
      field={fields.link_picture}
      label="Picture shown with links"
      none="The site’s own drawings"
      pictures={pictures.filter(({ path }) => isForLinks(path))}
      hint="On social media and in chats, for pages without a picture of their own; a wide one looks best."
    />
  );
}

function Contact({ fields }: { fields: SiteFields }) {
  return (
    <Group title="Contact">
      <Field
        field={fields.email}
        label="Contact email"
        autoComplete="off"
        type="email"
        hint="Shown on the contact page and in emails. Where messages go and who sends emails is set by the operator."
      />
      <Field field={fields.location} label="Location" />
      <Field
        field={fields.postal_address}
        label="Mailing address"
        autoComplete="off"
        hint="On one line, at the end of each issue of the newsletter. If it is empty, the operator’s setting is printed; without either, no issue is sent."
      />
      <Field
        field={fields.community_url}
        label="Community link"
        type="url"
        hint="Where “Join The Community” and “Join Us” lead."
      />
      <div className="wide-pairs">
        <Field field={fields.meetup_url} label="Meetup link" type="url" />
        <Field field={fields.chat_url} label="Chat link" type="url" />
      </div>
      <SelectField
        field={fields.map_site}
        label="Maps"
        options={[...mapSites, noMap].map((value) => ({ value, label: value }))}
        hint="Where “Open in a map” leads, on the pages of places and of events there. Nothing is loaded from it."
      />
    </Group>
  );
}

const defaultHint = "If it is empty, the words that came with the site come back.";

function Titled({ fields, name, legend }: { fields: SiteFields; name: TitledName; legend: string }) {
  return (
    <fieldset className="form group-of-fields">
      <legend>{legend}</legend>
      <Field field={fields[`${name}_title`]} label="Title" />
      <Field field={fields[`${name}_text`]} label="Text" type="textarea" rows={4} />
    </fieldset>
  );
}

function HomePage({ fields }: { fields: SiteFields }) {
  return (
    <>
      <Group
        title="Home page"
        hint="Below the name and the tagline. A card whose title and text are empty is not shown."
      >
        <Field field={fields.home_heading} label="Heading" hint={defaultHint} />
        <Field field={fields.home_lead} label="Lead" hint="One or two sentences; not shown if it is empty." />
        <div className="four-fields">
          {cardPlaces.map((place) => (
            <Titled key={place} fields={fields} name={`home_card_${place}`} legend={`Card ${place}`} />
          ))}
        </div>
      </Group>
      <Group title="Newsletter on the home page" hint="Beside the form in which people subscribe.">
        <Field field={fields.letter_heading} label="Heading" hint={defaultHint} />
        <Field field={fields.letter_lead} label="Lead" hint="Not shown if it is empty." />
        <p className="hint">What is in it, in a few words each; what is left empty is not shown.</p>
        <div className="four-fields">
          {cardPlaces.map((place) => (
            <Field key={place} field={fields[`letter_part_${place}`]} label={`Part ${place}`} />
          ))}
        </div>
      </Group>
    </>
  );
}

function AboutPage({ fields }: { fields: SiteFields }) {
  return (
    <Group
      title="About page"
      hint="A value whose title and text are empty is not shown; without any, their heading is not either."
    >
      <Field field={fields.about_lead} label="Lead" hint="Below “About us”; not shown if it is empty." />
      <Field
        field={fields.about_description}
        label="Description"
        hint="For search engines and links elsewhere. If it is empty, they show the lead."
      />
      <Field field={fields.story_heading} label="Heading of the story" hint={defaultHint} />
      <Field
        field={fields.story}
        label="Story"
        type="textarea"
        rows={12}
        hint={`Markdown: an empty line begins a paragraph; **bold**, *italic*, [a link](https://example.org), lists with hyphens, ## a heading. No pictures, tables or HTML. ${defaultHint}`}
      />
      <Field field={fields.values_heading} label="Heading of the values" hint={defaultHint} />
      <div className="wide-pairs">
        {valuePlaces.map((place) => (
          <Titled key={place} fields={fields} name={`about_value_${place}`} legend={`Value ${place}`} />
        ))}
      </div>
    </Group>
  );
}

function FirstLetter({ fields }: { fields: SiteFields }) {
  return (
    <Group
      title="First email"
      hint="One email to each person who confirms an address for the newsletter. Below your text it names the next event and the latest issue, if there is one, and how to unsubscribe."
    >
      <Field
        field={fields.first_letter}
        label="Text"
        type="textarea"
        rows={10}
        hint={`${markdownHint} No pictures. ${defaultHint}`}
      />
      <SelectField
        field={fields.first_letter_goes}
        label="When a person confirms"
        options={firstLetterChoices.map((value) => ({ value, label: value }))}
      />
    </Group>
  );
}

function Announcement({ fields }: { fields: SiteFields }) {
  return (
    <Group title="Announcement" hint={`Above every public page, between its times in ${zoneInWords}.`}>
      <Field
        field={fields.announcement}
        label="Announcement"
        hint="One sentence. To take it down, empty its text, link and times."
      />
      <Field
        field={fields.announcement_url}
        label="Link of the announcement"
        type="url"
        hint="Optional. Starts with https:// or http://"
      />
      <div className="two-fields">
        <Field
          field={fields.announcement_from}
          label="Shown from"
          type="datetime-local"
          hint="At once if it is empty"
        />
        <Field
          field={fields.announcement_until}
          label="Shown until"
          type="datetime-local"
          hint="Until you take it down if it is empty"
        />
      </div>
    </Group>
  );
}
