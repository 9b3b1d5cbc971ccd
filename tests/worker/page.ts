import { type HtmlElement, HtmlValidate, Parser, StaticConfigLoader } from "html-validate";

const validator = new HtmlValidate(new StaticConfigLoader({ extends: ["html-validate:standard"] }));
const config = validator.getConfigForSync("page.html");

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

const withoutEntities = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) =>
    hex || decimal ? String.fromCodePoint(Number.parseInt(hex ?? decimal, hex ? 16 : 10)) : (named[name] ?? whole),
  );

/** Text as people read it: entities decoded, white space collapsed to single spaces. */
export const decoded = (text: string): string => withoutEntities(text).replace(/\s+/g, " ").trim();

/** A parsed page, as a reader or a browser sees it. */
export class Page {
  readonly html: string;
  private readonly root: HtmlElement;

  constructor(html: string) {
    this.html = html;
    this.root = new Parser(config).parseHtml(html);
  }

  all(selector: string): HtmlElement[] {
    return this.root.querySelectorAll(selector);
  }

  /** The text of every element that matches the selector. */
  texts(selector: string): string[] {
    return this.all(selector).map((element) => decoded(element.textContent));
  }

  /** The text of the first match, or undefined if there is none. */
  text(selector: string): string | undefined {
    return this.texts(selector)[0];
  }

  attributes(selector: string, name: string): string[] {
    return this.all(selector)
      .map((element) => element.getAttributeValue(name))
      .filter((value) => value !== null)
      .map(decoded);
  }

  attribute(selector: string, name: string): string | undefined {
    return this.attributes(selector, name)[0];
  }

  get title(): string | undefined {
    return this.text("title");
  }

  get ids(): string[] {
    return this.attributes("[id]", "id");
  }

  /** The value of a form field. */
  value(name: string): string | undefined {
    const area = this.all(`textarea[name="${name}"]`)[0];
    return area
      ? withoutEntities(area.textContent).replace(/\r\n?/g, "\n").replace(/^\n/, "")
      : this.attribute(`input[name="${name}"]`, "value");
  }

  /** Every JSON-LD object of the page. */
  get structured(): Record<string, unknown>[] {
    return [...this.html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = ""]) =>
      JSON.parse(json),
    );
  }
}
