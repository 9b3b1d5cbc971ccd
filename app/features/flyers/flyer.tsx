import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { QrCode, type QrDrawing } from "../../ui/qr-code.tsx";
import { useSite } from "../../use-site.ts";

export interface FlyerLines {
  first: string;
  second: string;
}

/** Characters per line, so that a flyer stays one page. */
const longestLine = 120;

/** The lines in the query of a flyer's page; until its form was sent, those that are suggested. They are not stored. */
export function linesIn({ url }: Pick<Request, "url">, suggested: FlyerLines): FlyerLines {
  const query = new URL(url).searchParams;
  const line = (name: keyof FlyerLines) => (query.get(name) ?? suggested[name]).trim().slice(0, longestLine);
  return { first: line("first"), second: line("second") };
}

interface FlyerProps {
  title: string;
  facts: string[];
  picture: { path: string; alt: string | null } | null;
  lines: FlyerLines;
  address: string;
  shortAddress: string;
  drawing: QrDrawing;
}

/** One page to print, on US Letter or A4; without a picture, the code has its place, too. */
export function Flyer({ title, facts, picture, lines, address, shortAddress, drawing }: FlyerProps) {
  return (
    <PrintedSheet label="The flyer" title={title}>
      <div className="flyer-facts">
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
      <div className="flyer-middle">
        {picture ? <img className="flyer-picture" src={picture.path} alt={picture.alt ?? ""} /> : null}
        <QrCode drawing={drawing} label={`QR code of ${address}`} />
      </div>
      <div className="flyer-foot">
        {[lines.first, lines.second].filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="flyer-address">{shortAddress.replace(/^https?:\/\//, "")}</p>
      </div>
    </PrintedSheet>
  );
}

const directions = {
  right: { label: "To the right", degrees: 0 },
  left: { label: "To the left", degrees: 180 },
  ahead: { label: "Straight on", degrees: 270 },
} as const;

type Direction = keyof typeof directions;

export const directionOptions = (Object.keys(directions) as Direction[]).map((value) => ({
  value,
  label: directions[value].label,
}));

export const directionIn = ({ url }: Pick<Request, "url">): Direction =>
  directionOptions.find(({ value }) => value === new URL(url).searchParams.get("arrow"))?.value ?? "right";

export function DoorSign({ title, place, direction }: { title: string; place: string; direction: Direction }) {
  const { label, degrees } = directions[direction];
  return (
    <PrintedSheet label="The sign" title={title}>
      <div className="flyer-facts">
        <p>{place}</p>
      </div>
      <svg className="flyer-picture" viewBox="0 0 100 100" role="img" aria-label={`Arrow: ${label.toLowerCase()}`}>
        <path
          d="M8 50h78M56 20l30 30-30 30"
          transform={`rotate(${degrees} 50 50)`}
          fill="none"
          stroke="#000"
          strokeWidth="10"
        />
      </svg>
      <div />
    </PrintedSheet>
  );
}

function PrintedSheet({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  const { name } = useSite();
  const length = [...title].length;
  const size = length > 90 ? "small" : length > 40 ? "medium" : "large";
  return (
    <section className="paper flyer" aria-label={label}>
      <div>
        <p className="flyer-mark">
          <Icon name="mark" size={44} />
          {name}
        </p>
        <h2 className={`flyer-title ${size}`}>{title}</h2>
        {children}
      </div>
    </section>
  );
}

interface FlyerFormProps {
  lines: FlyerLines;
  children?: ReactNode;
}

export function FlyerForm({ lines, children }: FlyerFormProps) {
  return (
    <form className="form panel form-panel" aria-label="What is on the flyer">
      <TextLine name="first" label="First line" value={lines.first} />
      <TextLine name="second" label="Second line" value={lines.second} />
      {children}
      <Button looks={["ghost"]}>Show</Button>
    </form>
  );
}

function TextLine({ name, label, value }: { name: keyof FlyerLines; label: string; value: string }) {
  return (
    <div className="field">
      <label htmlFor={`flyer-${name}`}>{label}</label>
      <input id={`flyer-${name}`} name={name} defaultValue={value} maxLength={longestLine} autoComplete="off" />
    </div>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  chosen: string;
  options: readonly { value: string; label: string }[];
}

export function Choice({ name, label, chosen, options }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={`flyer-${name}`}>{label}</label>
      <select id={`flyer-${name}`} name={name} defaultValue={chosen}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export const printNote =
  "Print this page with your browser, on US Letter or A4: only the sheet below is printed, and it fits on one page of either.";
