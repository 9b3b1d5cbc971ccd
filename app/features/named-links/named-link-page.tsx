import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { ReactNode } from "react";
import type { z } from "zod";
import { Empty } from "../../admin/empty.tsx";
import { useAdminForm } from "../../admin/returned-form.tsx";
import { numberText } from "../../platform/text/number-text.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { QrCode, type QrDrawing } from "../../ui/qr-code.tsx";
import { Choice } from "../flyers/flyer.tsx";
import { namedLinkSchema, namedPath } from "./named-link.schema.ts";
import type { NamedLink } from "./named-links.server.ts";

interface NamedLinksProps {
  /** path of the flyer */
  flyer: string;
  links: (NamedLink & { address: string; drawing: QrDrawing })[];
  confirms: boolean;
  children?: ReactNode;
  lastResult?: SubmissionResult<string[]>;
}

export function NamedLinks({ flyer, links, confirms, children, lastResult }: NamedLinksProps) {
  return (
    <>
      {links.length > 0 ? (
        <>
          <NamedLinkTable flyer={flyer} links={links} confirms={confirms} />
          <p className="hint">
            {children} A deleted link still leads to the page. Add its name again, and its number is back.
          </p>
        </>
      ) : (
        <Empty title="No link has a name yet">
          Name a link after the place where people find it, such as “Library flyer”: you get the link and its QR code.
        </Empty>
      )}
      <section className="panel narrow" aria-labelledby="add">
        <h2 id="add">Add a link</h2>
        <NameForm lastResult={lastResult} />
      </section>
    </>
  );
}

function NamedLinkTable({ flyer, links, confirms }: Pick<NamedLinksProps, "flyer" | "links" | "confirms">) {
  return (
    <table className="rows">
      <caption className="hint">{pluralize(links.length, "link")}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">QR code</th>
          <th scope="col">Sign-ups</th>
          {confirms ? <th scope="col">Confirmed</th> : null}
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {links.map(({ id, slug, name, address, drawing, sign_ups, confirmed }) => (
          <tr key={id} id={`link-${id}`}>
            <th scope="row">
              {name}
              <p className="hint wrap-anywhere">
                <a href={address}>{address}</a>
              </p>
            </th>
            <td data-label="QR code">
              <QrCode drawing={drawing} label={`QR code of the link “${name}”`} />
            </td>
            <td data-label="Sign-ups" className="number">
              {numberText(sign_ups)}
            </td>
            {confirms ? (
              <td data-label="Confirmed" className="number">
                {numberText(confirmed)}
              </td>
            ) : null}
            <td data-label="Change" className="wraps">
              <form method="post" className="actions">
                <a href={namedPath(flyer, slug)}>
                  Flyer<span className="visually-hidden"> with “{name}”</span>
                </a>
                <input type="hidden" name="id" value={id} />
                <Button name="intent" value="delete" looks={["ghost", "small"]}>
                  Delete<span className="visually-hidden"> “{name}”</span>
                </Button>
              </form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NameForm({ lastResult }: Pick<NamedLinksProps, "lastResult">) {
  const [form, fields] = useAdminForm<z.input<typeof namedLinkSchema>>({
    id: "link",
    lastResult,
    constraint: getZodConstraint(namedLinkSchema),
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.name]} />
      <Field
        field={fields.name}
        label="Name"
        autoComplete="off"
        hint="Where people find it. Visitors see its letters and digits in the link."
      />
      <Button data-busy="Adding …">Add link</Button>
    </form>
  );
}

/** The choice of a flyer's link; nothing while no link has a name. */
export function LinkChoice({ links, from }: { links: NamedLink[]; from: string }) {
  if (links.length === 0) return null;
  return (
    <Choice
      name="from"
      label="Link of the QR code"
      chosen={from}
      options={[
        { value: "", label: "Without a name" },
        ...links.map(({ slug, name }) => ({ value: slug, label: name })),
      ]}
    />
  );
}
