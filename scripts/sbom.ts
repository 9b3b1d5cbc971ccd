// npm run sbom: writes the software bill of materials of what is deployed, as CycloneDX, to .local/bom.cdx.json.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { billOfMaterials } from "../harness/building/bill-of-materials.ts";
import { project } from "../harness/processes.ts";

const file = join(project, ".local/bom.cdx.json");
const bom = await billOfMaterials();
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${bom.components.length} components: ${file}`);
