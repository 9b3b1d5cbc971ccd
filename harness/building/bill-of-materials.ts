import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { project } from "../processes.ts";

interface Component {
  "bom-ref": string;
  type: string;
  name: string;
  version: string;
  purl?: string;
  hashes?: { alg: string; content: string }[];
  properties?: { name: string; value: string }[];
}

export interface Bom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * Creates the software bill of materials of the deployed site, as CycloneDX: all run-time packages of the lock file and
 * the Node binary that builds it, whether installed on the machine or from a package.
 * Works offline: npm reads what is installed.
 * @throws Error if npm finds the lock file broken
 */
export async function billOfMaterials(): Promise<Bom> {
  const { name, version, optionalDependencies } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  const args = ["sbom", "--offline", "--sbom-format=cyclonedx", "--sbom-type=application"];
  const { stdout } = await promisify(execFile)("npm", args, {
    cwd: project,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  const bom = JSON.parse(stdout) as Bom;
  // npm's own --omit=dev would also omit packages that development packages share with us.
  // The project's optional dependencies are programs that build and operate the site.
  const deployed = bom.components.filter(
    (component) => !isDevelopment(component) && !(component.name in optionalDependencies),
  );
  const refs = new Set([bom.metadata.component["bom-ref"], ...deployed.map((component) => component["bom-ref"])]);
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  const metadata = { ...bom.metadata, component: { ...bom.metadata.component, name, version } };
  return { ...bom, metadata, components: [...deployed, nodeBinary()], dependencies };
}

const isDevelopment = ({ properties = [] }: Component) =>
  properties.some(({ name, value }) => name === "cdx:npm:package:development" && value === "true");

function nodeBinary(): Component {
  const version = process.versions.node;
  return {
    "bom-ref": `node@${version}`,
    type: "platform",
    name: "node",
    version,
    purl: `pkg:generic/node@${version}`,
    hashes: [{ alg: "SHA-256", content: createHash("sha256").update(readFileSync(process.execPath)).digest("hex") }],
  };
}
