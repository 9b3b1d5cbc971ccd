import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { project } from "../../harness/processes.ts";

const validator = new HtmlValidate(
  new StaticConfigLoader(JSON.parse(readFileSync(join(project, ".htmlvalidate.json"), "utf8"))),
);

/** The findings of html-validate on a page, one line each. */
export async function findings(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map((found) => `${found.ruleId}: ${found.message} (${found.selector ?? `line ${found.line}`})`),
  );
}
