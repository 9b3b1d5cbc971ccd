// npm run released: after a release, writes the database names that its code uses into supabase/released.json.
// Migrations of the next release may not remove what is listed there.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bin, project } from "../harness/processes.ts";
import packageFile from "../package.json" with { type: "json" };
import { readCommandLine } from "./command-line.ts";
import { generatedTypes, namesIn, schemaOf } from "./release/released-names.ts";

readCommandLine("npm run released    after a release: notes what it uses of the database", {});

const app = join(project, "app");
const sources = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.(test|gen|d)\.tsx?$/.test(name),
);
const code = sources.map((name) => readFileSync(join(app, name), "utf8"));
const schema = schemaOf(readFileSync(join(project, generatedTypes), "utf8"));
const names = namesIn(code, schema);
const file = "supabase/released.json";
const text = JSON.stringify({ version: packageFile.version, ...names });
const formatted = execFileSync(bin("biome"), ["format", `--stdin-file-path=${file}`], { input: text, cwd: project });
writeFileSync(join(project, file), formatted);
console.log(
  `${file}: version ${packageFile.version} uses ${Object.keys(names.tables).length} tables and ${Object.keys(names.functions).length} functions.`,
);
