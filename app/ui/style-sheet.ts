import adminStyleSheetPath from "./admin.css?url";
import card from "./css/card.css?inline";
import conditions from "./css/conditions.css?inline";
import door from "./css/door.css?inline";
import drawing from "./css/drawing.css?inline";
import focus from "./css/focus.css?inline";
import form from "./css/form.css?inline";
import ground from "./css/ground.css?inline";
import hero from "./css/hero.css?inline";
import paper from "./css/paper.css?inline";
import programme from "./css/programme.css?inline";
import prose from "./css/prose.css?inline";
import tabs from "./css/tabs.css?inline";
import toast from "./css/toast.css?inline";
import { createPartChooser } from "./style-parts.ts";
import styles from "./styles.css?inline";

// In the order in which they appear in a page.
const parts = { card, tabs, form: form + toast, prose, hero, ground, drawing, door, paper, focus, programme };
const partsOf = createPartChooser(parts);

interface StyleSheet {
  /** Identifies the combination of chosen parts, of which there are few. */
  name: string;
  text: string;
}

/** Returns the style sheet for a public page: the common part, and the parts whose classes occur in its markup. */
export function styleSheetOf(markup: string): StyleSheet {
  const chosen = partsOf(markup);
  // What the script later puts into a region comes without its own styles: a notice, an error summary, a toast.
  if (markup.includes(" data-region=")) chosen.add("form");
  const names = (Object.keys(parts) as (keyof typeof parts)[]).filter((name) => chosen.has(name));
  return { name: names.join(), text: styles + names.map((name) => parts[name]).join("") + conditions };
}

/** The path of the admin area's style sheet, which has all parts: a file, since only admins need it. */
export { adminStyleSheetPath };
