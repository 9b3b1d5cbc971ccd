import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Path from the project's root → text. */
type Tree = Record<string, string>;

interface Import {
  from: string;
  /** a path from the project's root without a query, or the name of a package */
  to: string;
  /** a type-only import, which is erased at run time */
  isType: boolean;
  /** an `import()`, which loads the module when it is first needed */
  isLate: boolean;
  names: string[];
}

const project = fileURLToPath(new URL("..", import.meta.url));
const folders = ["app", "harness", "scripts", "tests", "tools", "supabase/tests"];

function readTree(): Tree {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("/node_modules"))
      .map((entry) => posix.join(entry.parentPath.slice(project.length), entry.name)),
  );
  const isText = (path: string) => /\.(tsx?|mjs|mdx|css)$/.test(path);
  return Object.fromEntries(
    paths.map((path) => [path, isText(path) ? readFileSync(join(project, path), "utf8") : ""] as const),
  );
}

const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path);
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const codeOf = (tree: Tree) => Object.entries(tree).filter(([path]) => isCode(path));

const parsed = new Map<string, ts.SourceFile>();
function parse(path: string, text: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known?.text === text) return known;
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : undefined;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  parsed.set(path, file);
  return file;
}

function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, isType: boolean, names: string[], isLate = false) => {
    const bare = specifier.replace(/\?.*$/, "");
    const to = bare.startsWith(".") ? posix.join(posix.dirname(path), bare) : bare;
    found.push({ from: path, to, isType, isLate, names });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause;
      const bindings = clause?.namedBindings;
      const named = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
      const names = named.map((element) => (element.propertyName ?? element.name).text);
      if (clause?.name) names.push("default");
      if (bindings && ts.isNamespaceImport(bindings)) names.push("*");
      const allTypes =
        named.length > 0 && names.length === named.length && named.every((element) => element.isTypeOnly);
      add(node.moduleSpecifier.text, Boolean(clause?.isTypeOnly) || allTypes, names);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, node.isTypeOnly, ["*"]);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal)) add(node.argument.literal.text, true, ["*"]);
    } else if (ts.isCallExpression(node)) {
      const [argument] = node.arguments;
      const callee = node.expression.getText();
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword || callee === "import.meta.glob") {
        if (argument && ts.isStringLiteralLike(argument)) add(argument.text, false, ["*"], callee === "import");
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(path, text));
  return found;
}

const importsOfTrees = new WeakMap<Tree, Import[]>();
function allImports(tree: Tree): Import[] {
  const found = importsOfTrees.get(tree) ?? codeOf(tree).flatMap(([path, text]) => importsOf(path, text));
  importsOfTrees.set(tree, found);
  return found;
}

/** The part of the architecture that a file in app/ belongs to. */
function partOf(path: string): string {
  const [, folder = ""] = path.split("/");
  if (["front-door", "routes", "features", "admin", "platform", "ui"].includes(folder)) return folder;
  if (path === "app/**/*.island.tsx") return "islands";
  if (["app/site.ts", "app/use-site.ts", "app/community.ts"].includes(path)) return "site";
  if (path === "app/routes.ts") return "site map";
  return /^app\/(root|entry\.\w+)\.tsx?$/.test(path) ? "entry" : "declarations";
}

const allowed: Record<string, string[]> = {
  "front-door": ["front-door", "features", "platform", "site"],
  routes: ["features", "admin", "platform", "ui", "site"],
  features: ["features", "admin", "platform", "ui", "site"],
  admin: ["admin", "platform", "ui", "site"],
  ui: ["ui"],
  platform: ["platform", "site"],
  site: ["site"],
  "site map": [],
  entry: ["entry", "islands", "front-door", "features", "admin", "platform", "ui", "site"],
  declarations: [],
};

function againstTheArrow(tree: Tree): string[] {
  return allImports(tree)
    .filter(({ from, to }) => from.startsWith("app/") && /^(app|harness|scripts|tests|tools|supabase)\//.test(to))
    .filter(({ from, to }) => {
      if (!to.startsWith("app/")) return true;
      return partOf(to) !== "routes" && !allowed[partOf(from)]?.includes(partOf(to));
    })
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** The folders beside app/ and what each may import. Code that two of them need is in the harness. */
const rooms: Record<string, string[]> = {
  harness: ["harness", "app"],
  scripts: ["scripts", "harness", "app"],
  tests: ["tests", "harness", "app"],
  tools: ["tools", "harness", "app"],
};

function acrossRooms(tree: Tree): string[] {
  const roomOf = (path: string) => {
    const [, room = ""] = /^(?:supabase\/)?(app|harness|scripts|tests|tools)\//.exec(path) ?? [];
    return room;
  };
  return allImports(tree)
    .filter(({ from, to }) => roomOf(from) in rooms && roomOf(to) && !rooms[roomOf(from)]?.includes(roomOf(to)))
    .map(({ from, to }) => `${from} imports ${to}`);
}

function importsOfRoutes(tree: Tree): string[] {
  return allImports(tree)
    .filter(({ to }) => to.startsWith("app/routes/"))
    .filter(({ isType, names }) => !(isType && names.every((name) => name === "loader" || name === "action")))
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** What the Worker does without at its start: pages, emails and jobs, and the libraries that only some of them use. */
const notAtTheStart =
  /^app\/(routes|admin)\/|^app\/features\/.*[-/]letters?[-./]|\/jobs\.ts$|\/post-office\.|^(markdown-it|ical-generator|@supabase\/supabase-js|@conform-to\/.*)$/;

/** The modules with an `import()`: in the front door one, beside route-table.ts, whose imports the build makes. */
const lateDoors = [
  "app/front-door/schedule.ts",
  "app/platform/database/supabase.server.ts",
  "app/features/education/resource-import.ts",
  "app/features/events/import/event-import.ts",
];

function loadedTooEarly(tree: Tree): string[] {
  const imports = allImports(tree).filter(({ from, isType }) => from.startsWith("app/") && !isType && !isTest(from));
  const found = new Map([["app/entry.server.tsx", "the Worker"]]);
  // iteration includes the elements added on the way
  for (const path of found.keys())
    for (const { from, to, isLate } of imports) if (from === path && !isLate && !found.has(to)) found.set(to, from);
  const early = [...found].filter(([path]) => notAtTheStart.test(path) && !path.endsWith("/link-token.ts"));
  const doors = imports.filter(({ from, isLate }) => isLate && !lateDoors.includes(from));
  return [
    ...early.map(([path, from]) => `${from} imports ${path} at the start`),
    ...doors.filter(({ from }) => !from.includes(".client.")).map(({ from, to }) => `${from} imports ${to} late`),
  ];
}

/** Returns the nodes of the first cycle found in a graph, or null. */
function cycleIn(graph: Map<string, Set<string>>): string[] | null {
  const done = new Set<string>();
  const walk = (node: string, trail: string[]): string[] | null => {
    const seen = trail.indexOf(node);
    if (seen >= 0) return [...trail.slice(seen), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next, [...trail, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = walk(node, []);
    if (cycle) return cycle;
  }
  return null;
}

/** Finds cycles among feature folders, even without a cycle of files, which Biome finds. */
function cyclesOfFeatures(tree: Tree): string[] {
  const features = new Map<string, Set<string>>();
  const featureOf = (path: string) => /^app\/features\/(.+)\/[^/]+$/.exec(path)?.[1];
  for (const { from, to } of allImports(tree)) {
    const [one, other] = [featureOf(from), featureOf(to)];
    if (one && other && one !== other) features.set(one, (features.get(one) ?? new Set<string>()).add(other));
  }
  const cycle = cycleIn(features);
  return cycle ? [cycle.join(" → ")] : [];
}

const vague = /^(utils?|helpers?|lib|libs|misc|common|shared|types?)$/;

function vagueNames(tree: Tree): string[] {
  return Object.keys(tree).filter((path) =>
    path.split("/").some((name) => name.split(".").some((piece) => vague.test(piece))),
  );
}

function namesInOtherCases(tree: Tree): string[] {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
  return Object.keys(tree).filter((path) =>
    path.split("/").some((name) => name.split(".").some((piece) => !kebab.test(piece))),
  );
}

function barrels(tree: Tree): string[] {
  return codeOf(tree)
    .filter(
      ([path, text]) =>
        /\/index\.(tsx?|mjs)$/.test(path) ||
        parse(path, text).statements.some((node) => ts.isExportDeclaration(node) && node.moduleSpecifier),
    )
    .map(([path]) => path);
}

const hasModifier = (node: ts.Node, kind: ts.SyntaxKind) =>
  ts.canHaveModifiers(node) && Boolean(ts.getModifiers(node)?.some((modifier) => modifier.kind === kind));

/** What nothing in the tree imports by name: pages, entries, what the build reads, stand-ins of packages. */
const readByOthers =
  /^app\/(routes|entry|root|routes\.ts|sw)|\.gen\.ts$|\.island\.tsx$|\.d\.ts$|^harness\/building\/(left-out\/|worker-)|^tools\/(concurrency\/server|contract\/(coverage|start-target))|^harness\/serving\/development/;

/** Exported functions and constants that no other file imports. */
function idleExports(tree: Tree): string[] {
  const imported = new Map<string, Set<string>>();
  for (const { to, names } of allImports(tree)) imported.set(to, new Set([...(imported.get(to) ?? []), ...names]));
  return codeOf(tree).flatMap(([path, text]) => {
    const used = imported.get(path);
    if (readByOthers.test(path) || used?.has("*")) return [];
    return (
      parse(path, text)
        .statements.filter((node) => hasModifier(node, ts.SyntaxKind.ExportKeyword))
        // what a test runner loads, by its file
        .filter((node) => !hasModifier(node, ts.SyntaxKind.DefaultKeyword))
        .flatMap((node) => {
          if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.getText());
          return (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name ? [node.name.text] : [];
        })
        .filter((name) => !used?.has(name))
        .map((name) => `${path}: ${name}`)
    );
  });
}

// Files that connect server code to the rest: the load context and the names of the variables.
const seam = ["app/platform/request/load-context.ts", "app/platform/env.ts"];
const secrets = [
  "SUPABASE_SECRET_KEY",
  "SESSION_SECRET",
  "VISITOR_SECRET",
  "FACTOR_SECRET",
  "CREDENTIAL_KEYS",
  "NEWSLETTER_API_TOKEN",
  "WAITLIST_API_TOKEN",
  "NOTIFY_URL",
  "DISCORD_WEBHOOK_URL",
  "SLACK_WEBHOOK_URL",
  "TELEGRAM_BOT_TOKEN",
  "MASTODON_TOKEN",
  "MAIL_API_KEY",
  "MAIL_SECRET",
  "MAIL_EVENTS_SECRET",
  "ISSUES_API_KEY",
];

function serverCodeInTheOpen(tree: Tree): string[] {
  const faults: string[] = [];
  for (const [path, text] of codeOf(tree)) {
    const isServer = /\.server\.(test\.)?tsx?$/.test(path) || partOf(path) === "front-door" || seam.includes(path);
    if (!path.startsWith("app/") || isServer || isTest(path)) continue;
    const secret = secrets.find((name) => new RegExp(`\\b${name}\\b`).test(text));
    if (secret) faults.push(`${path} sees ${secret}`);
    for (const { to, isType } of importsOf(path, text)) {
      if (isType) continue;
      const isSupabase = to.startsWith("@supabase/");
      const isPlatform = /^app\/platform\/.*\.server\.tsx?$/.test(to);
      // Remix removes loader and action, and what only they import, from a route's browser bundle.
      const isFeature = /^app\/(features|admin)\/.*\.server\.tsx?$/.test(to) && partOf(path) !== "routes";
      if (isSupabase || isPlatform || isFeature) faults.push(`${path} imports ${to}`);
    }
  }
  return faults;
}

// Files that may call other hosts, which come only from the configuration. Browser code cannot call other hosts anyway.
const doorsOut = ["app/platform/outside.server.ts", "app/platform/database/supabase.server.ts"];

/** Runs in browsers, where the Content-Security-Policy blocks requests to other hosts. */
const inPhones = "app/features/attendance/check-in/phone/";

function otherDoorsOut(tree: Tree): string[] {
  return codeOf(tree)
    .filter(
      ([path]) =>
        path.startsWith("app/") &&
        partOf(path) !== "ui" &&
        !path.startsWith(inPhones) &&
        !doorsOut.includes(path) &&
        !isTest(path),
    )
    .filter(([path, text]) => {
      let asks = false;
      const visit = (node: ts.Node): void => {
        const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
        asks ||=
          isCall &&
          /^((globalThis|self)\.)?(fetch|WebSocket|EventSource|XMLHttpRequest)$/.test(node.expression.getText());
        ts.forEachChild(node, visit);
      };
      visit(parse(path, text));
      return asks;
    })
    .map(([path]) => path);
}

const order = ["handle", "loader", "action", "headers", "meta", "default", "ErrorBoundary"];

function exportsOf(path: string, text: string): string[] {
  return parse(path, text).statements.flatMap((node) => {
    if (ts.isExportAssignment(node)) return ["default"];
    if (!hasModifier(node, ts.SyntaxKind.ExportKeyword)) return [];
    if (hasModifier(node, ts.SyntaxKind.DefaultKeyword)) return ["default"];
    if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.getText());
    return ts.isFunctionDeclaration(node) && node.name ? [node.name.text] : [node.getText().slice(0, 40)];
  });
}

function unreadableRoutes(tree: Tree): string[] {
  const faults: string[] = [];
  for (const [path, text] of codeOf(tree)) {
    if (!path.startsWith("app/routes/") || isTest(path)) continue;
    const lines = text.trimEnd().split("\n").length;
    if (lines > 200) faults.push(`${path} has ${lines} lines`);
    const names = exportsOf(path, text);
    const places = names.map((name) => order.indexOf(name));
    if (places.includes(-1)) faults.push(`${path} exports ${names[places.indexOf(-1)]}`);
    else if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0)))
      faults.push(`${path} has the order ${names.join(", ")}`);
  }
  return faults;
}

function routesAndSiteMap(tree: Tree): string[] {
  const named: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && /^routes\/.*\.tsx?$/.test(node.text)) named.push(`app/${node.text}`);
    ts.forEachChild(node, visit);
  };
  visit(parse("app/routes.ts", tree["app/routes.ts"] ?? ""));
  const files = Object.keys(tree).filter((path) => path.startsWith("app/routes/") && isCode(path) && !isTest(path));
  return [
    ...files.filter((path) => !named.includes(path)).map((path) => `${path} is not in the site map`),
    ...named.filter((path) => !files.includes(path)).map((path) => `${path} does not exist`),
  ];
}

/** Calls `found` for every JSX element in the tree, with its attributes by name. */
function eachElement(
  tree: Tree,
  found: (path: string, name: string, attributes: Map<string, ts.JsxAttribute>) => void,
) {
  for (const [path, text] of codeOf(tree)) {
    if (!path.startsWith("app/") || isTest(path)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
        const attributes = node.attributes.properties.filter(ts.isJsxAttribute);
        found(path, node.tagName.getText(), new Map(attributes.map((each) => [each.name.getText(), each] as const)));
      }
      ts.forEachChild(node, visit);
    };
    visit(parse(path, text));
  }
}

/** React Router 6 passes any `to` to the browser (CVE-2026-53669), so none of its navigation may be used. */
const leading = ["Link", "NavLink", "Navigate", "useNavigate", "useHref", "useSubmit", "useFetcher", "Form"];

function routerNavigation(tree: Tree): string[] {
  return allImports(tree)
    .filter(({ from, to }) => from.startsWith("app/") && /^(@remix-run\/react|react-router(-dom)?)$/.test(to))
    .flatMap(({ from, names }) =>
      names.filter((name) => leading.includes(name) || name === "*").map((name) => `${from} imports ${name}`),
    );
}

/** Names of people may contain direction marks, which would reverse the text after them. */
const namedPeople = /^\{(guest|ticket|offer|person|next|row|entry|trouble|message|reservation)\.name\}$/;

function namesOutsideBdi(tree: Tree): string[] {
  const faults: string[] = [];
  for (const [path, text] of codeOf(tree)) {
    if (!path.startsWith("app/") || isTest(path)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isJsxExpression(node) && namedPeople.test(node.getText())) {
        const around = node.parent;
        const isFieldName = ts.isJsxAttribute(around) && around.name.getText() === "name";
        if (!isFieldName && (!ts.isJsxElement(around) || around.openingElement.tagName.getText() !== "bdi"))
          faults.push(`${path}: ${around.getText().slice(0, 40)}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(parse(path, text));
  }
  return faults;
}

/** The only file that may create redirects: it checks that a path is one of ours. */
const doorOfRedirects = "app/platform/request/http.ts";

function otherRedirects(tree: Tree): string[] {
  return codeOf(tree)
    .filter(([path]) => path.startsWith("app/") && path !== doorOfRedirects && !isTest(path))
    .flatMap(([path, text]) => {
      const names = importsOf(path, text)
        .filter(({ to }) => /^(@remix-run\/|react-router)/.test(to))
        .flatMap(({ names }) => names.filter((name) => /^(redirect\w*|replace|\*)$/.test(name)));
      const byHand = text.match(/\bResponse\.redirect\b|\bLocation["']?:|\.(?:set|append)\(["'`][Ll]ocation\b/) ?? [];
      return [...names, ...byHand].map((name) => `${path}: ${name}`);
    });
}

/** The browser finds the file of an island by the name in the page. */
function islandsByOtherNames(tree: Tree): string[] {
  const faults: string[] = [];
  eachElement(tree, (path, element, attributes) => {
    if (element !== "Island") return;
    const name = attributes.get("name")?.initializer?.getText().slice(1, -1);
    const component = attributes.get("of")?.initializer?.getText().slice(1, -1) ?? "";
    const drawn = new RegExp(`^import ${component} from "[./\\w-]*/(.*)\\.island\\.tsx";`, "m").exec(
      tree[path] ?? "",
    )?.[1];
    if (!name || name !== drawn) faults.push(`${path} calls ${drawn} ${name}`);
  });
  return faults;
}

/** Emails may have style attributes: they have no CSP, and no style sheet works in all mail programs. */
const letterParts = "app/features/mail/letter-parts.tsx";

function styleAttributes(tree: Tree): string[] {
  const faults: string[] = [];
  eachElement(tree, (path, name, attributes) => {
    if (attributes.has("style") && path !== letterParts) faults.push(`${path}: <${name} style>`);
  });
  return faults;
}

/** Files that may insert HTML: from our Markdown renderer, whose tests try to inject markup, and from React. */
const mayShowMarkup = ["app/ui/rendered-markdown.tsx", "app/ui/island.tsx"];

function rawMarkup(tree: Tree): string[] {
  const faults: string[] = [];
  for (const [path, text] of codeOf(tree)) {
    if (!path.startsWith("app/") || isTest(path) || mayShowMarkup.includes(path)) continue;
    for (const [word] of text.matchAll(
      /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/g,
    ))
      faults.push(`${path}: ${word}`);
  }
  return faults;
}

/** Names of stored URLs: their authors decide where they lead, and React 18 even renders `javascript:`. */
const storedAddress = /\b(url|ticket_url|website)\b/;

function uncheckedAddresses(tree: Tree): string[] {
  const faults: string[] = [];
  eachElement(tree, (path, name, attributes) => {
    for (const attribute of ["href", "src", "action", "formAction", "xlinkHref"]) {
      const value = attributes.get(attribute)?.initializer;
      if (!value || !ts.isJsxExpression(value) || !value.expression) continue;
      // ExternalLink calls safeUrl() itself.
      if (name === "ExternalLink" && attribute === "href") continue;
      const address = value.expression.getText();
      const unchecked = address.replace(/\bsafeUrl\([^()]*\)/g, "");
      if (storedAddress.test(unchecked)) faults.push(`${path}: <${name} ${attribute}={${address}}>`);
    }
  });
  return faults;
}

describe("the architecture", () => {
  const tree = readTree();

  it("is checked on all files, not on an empty folder", () => {
    expect(Object.keys(tree).filter((path) => path.startsWith("app/routes/")).length).toBeGreaterThan(20);
    expect(allImports(tree).length).toBeGreaterThan(200);
  });

  const rules: [string, (tree: Tree) => string[]][] = [
    [
      "imports follow one arrow: front door and routes, features, admin, platform and ui, and nothing points back",
      againstTheArrow,
    ],
    ["tests, scripts and tools import the harness and the app, and never each other", acrossRooms],
    ["nobody imports a route, but for the types of its loader and action", importsOfRoutes],
    ["the Worker starts without pages, emails and jobs, which two doors load when they are needed", loadedTooEarly],
    ["there is no cycle among features", cyclesOfFeatures],
    ["nothing is called utils, helpers, lib, misc, common, shared or types", vagueNames],
    ["files and folders are named in kebab-case", namesInOtherCases],
    ["there are no barrels", barrels],
    ["what is exported is imported by another file", idleExports],
    ["an island is asked for by the name of its file", islandsByOtherNames],
    ["whatever sees Supabase or a secret is .server.ts", serverCodeInTheOpen],
    ["only the two doors out ask other hosts", otherDoorsOut],
    ["a route has at most 200 lines and its exports in the agreed order", unreadableRoutes],
    ["the site map names every route file, and no other", routesAndSiteMap],
    ["nothing is given to the router's links and navigation, because no version 6 checks it", routerNavigation],
    ["names of people are isolated from the direction of what stands around them", namesOutsideBdi],
    ["every redirect is made where its path is checked", otherRedirects],
    ["there are no style attributes, which the policy would refuse", styleAttributes],
    ["no markup is made of text", rawMarkup],
    ["no stored address becomes one of an element without safeUrl()", uncheckedAddresses],
  ];
  it.each(rules)("%s", (_sentence, rule) => {
    expect(rule(tree)).toEqual([]);
  });
});

describe("the architecture rules find", () => {
  it("an import against the arrow", () => {
    const faults = againstTheArrow({
      "app/ui/flag.tsx": 'import { site } from "../site.ts";',
      "app/ui/bar.tsx": 'import { log } from "../platform/log.ts";',
      "app/ui/skeleton.tsx": 'import css from "./styles.css?inline";',
      "app/features/likes/likes.ts": 'import { root } from "../../root.tsx";\nimport { Bar } from "../../ui/bar.tsx";',
      "app/features/events/event/event.ts": 'import { run } from "../../../../scripts/processes.ts";',
      "app/features/events/form.tsx": 'import { SaveBar } from "../../admin/save-bar.tsx";',
      "app/admin/save-bar.tsx": 'import { eventOf } from "../features/events/event/event.ts";',
      "app/admin/done.tsx": 'import { Toast } from "../ui/toast.tsx";\nimport { day } from "../platform/days.ts";',
      "app/front-door/steps.ts": 'import { deliver } from "../features/outbox/deliver.ts";',
      "app/front-door/guard.ts": 'import { Bar } from "../ui/bar.tsx";\nimport { loader } from "../routes/home.tsx";',
      "app/platform/headers.ts": 'import { limits } from "../front-door/limits.ts";',
      "app/site.ts": 'import { Bar } from "./ui/bar.tsx";',
      "app/routes/home.tsx": 'import { handle } from "../entry.server.tsx";\nimport { useState } from "react";',
      "app/root.tsx": 'import { Bar } from "./ui/bar.tsx";\nimport type { Handle } from "./entry.server.tsx";',
      "app/platform/env.ts": 'const late = await import("../features/likes/likes.ts");',
      "app/ui/tabs.tsx": 'type Late = import("../features/likes/likes.ts").Like;',
      "app/features/legal/all.ts": 'const pages = import.meta.glob("../../entry.server.tsx");',
    });
    expect(faults).toEqual([
      "app/ui/flag.tsx imports app/site.ts",
      "app/ui/bar.tsx imports app/platform/log.ts",
      "app/features/likes/likes.ts imports app/root.tsx",
      "app/features/events/event/event.ts imports scripts/processes.ts",
      "app/admin/save-bar.tsx imports app/features/events/event/event.ts",
      "app/front-door/guard.ts imports app/ui/bar.tsx",
      "app/platform/headers.ts imports app/front-door/limits.ts",
      "app/site.ts imports app/ui/bar.tsx",
      "app/routes/home.tsx imports app/entry.server.tsx",
      "app/platform/env.ts imports app/features/likes/likes.ts",
      "app/ui/tabs.tsx imports app/features/likes/likes.ts",
      "app/features/legal/all.ts imports app/entry.server.tsx",
    ]);
  });

  it("an import from a folder that may not be imported", () => {
    const faults = acrossRooms({
      "scripts/start.ts":
        'import { startStack } from "../tests/support/stack.ts";\nimport { x } from "../app/site.ts";',
      "tools/bench/bench.ts":
        'import { build } from "../../scripts/build.ts";\nimport { run } from "../../harness/run.ts";',
      "tests/worker/a.test.ts": 'import { trial } from "../../tools/chaos/trial.ts";\nimport { b } from "./b.ts";',
      "supabase/tests/database/a.test.ts": 'import { settings } from "../../../scripts/settings.ts";',
      "harness/stack.ts": 'import type { Settings } from "../scripts/settings.ts";\nimport sharp from "sharp";',
    });
    expect(faults).toEqual([
      "scripts/start.ts imports tests/support/stack.ts",
      "tools/bench/bench.ts imports scripts/build.ts",
      "tests/worker/a.test.ts imports tools/chaos/trial.ts",
      "supabase/tests/database/a.test.ts imports scripts/settings.ts",
      "harness/stack.ts imports scripts/settings.ts",
    ]);
  });

  it("a request to another host", () => {
    const faults = otherDoorsOut({
      "app/features/likes/likes.server.ts": "const answer = await fetch(form.get('url'));",
      "app/platform/log.ts": "new WebSocket(url);",
      "app/platform/outside.server.ts": "fetch(url);",
      "app/ui/enhance.ts": "fetch(url);",
      "app/entry.server.tsx": "export default { fetch() { return asked.fetch; } };",
    });
    expect(faults).toEqual(["app/features/likes/likes.server.ts", "app/platform/log.ts"]);
  });

  it("an import of a route, except for the types of its loader and action", () => {
    const faults = importsOfRoutes({
      "app/routes/about.tsx": 'import { part } from "./home.tsx";',
      "app/features/likes/like.tsx": 'import type { Props } from "../../routes/home.tsx";',
      "app/features/likes/button.tsx": 'import { loader } from "../../routes/home.tsx";',
      "app/features/likes/region.tsx": 'import type { loader, action } from "../../routes/home.tsx";',
      "app/features/likes/card.tsx": 'import { type loader } from "../../routes/home.tsx";',
      "app/entry.server.tsx": 'export * from "./routes/home.tsx";',
    });
    expect(faults).toEqual([
      "app/routes/about.tsx imports app/routes/home.tsx",
      "app/features/likes/like.tsx imports app/routes/home.tsx",
      "app/features/likes/button.tsx imports app/routes/home.tsx",
      "app/entry.server.tsx imports app/routes/home.tsx",
    ]);
  });

  it("what is loaded at the start although only some requests need it", () => {
    const faults = loadedTooEarly({
      "app/entry.server.tsx": 'import { createFrontDoor } from "./front-door/steps.ts";',
      "app/front-door/steps.ts":
        'import { run } from "./schedule.ts";\nimport { hasPictures } from "../platform/text/markdown.ts";',
      "app/front-door/schedule.ts":
        'import type { Compose } from "../features/mail/post-office.server.ts";\nimport { runJobs } from "./jobs.ts";\nimport("../features/contact/message-letters.tsx");',
      "app/front-door/jobs.ts": "",
      "app/platform/text/markdown.ts": 'import MarkdownIt from "markdown-it";',
      "app/features/events/events.server.ts": 'const { ics } = await import("./calendar.ts");',
    });
    expect(faults).toEqual([
      "app/front-door/schedule.ts imports app/front-door/jobs.ts at the start",
      "app/platform/text/markdown.ts imports markdown-it at the start",
      "app/features/events/events.server.ts imports app/features/events/calendar.ts late",
    ]);
  });

  it("a cycle among features whose files have none", () => {
    const faults = cyclesOfFeatures({
      "app/features/events/page.tsx": 'import { Form } from "../waitlist/form.tsx";',
      "app/features/events/event/event.ts": "",
      "app/features/waitlist/form.tsx": "",
      "app/features/waitlist/list.ts": 'import { Event } from "../events/event.ts";',
    });
    expect(faults).toEqual(["events → waitlist → events"]);
  });

  it("a vague name of a file or folder", () => {
    const tree = {
      "app/platform/utils.ts": "",
      "app/features/likes/helpers/count.ts": "",
      "app/ui/common.css": "",
      "tests/support/types.ts": "",
      "app/platform/library.ts": "",
    };
    expect(vagueNames(tree)).toEqual(Object.keys(tree).slice(0, 4));
  });

  it("a name in another case", () => {
    const tree = {
      "app/ui/LikeButton.tsx": "",
      "app/features/newsLetter/form.tsx": "",
      "tools/make_fonts.ts": "",
      "app/features/likes/like-button.server.test.ts": "",
    };
    expect(namesInOtherCases(tree)).toEqual(Object.keys(tree).slice(0, 3));
  });

  it("a barrel of any name", () => {
    const tree = {
      "app/features/likes/index.ts": "",
      "app/features/likes/all.ts": 'export { setLike } from "./likes.server.ts";',
      "app/features/likes/every.ts": 'export * from "./likes.server.ts";',
      "app/features/likes/like.ts": "const like = 1;\nexport { like };",
    };
    expect(barrels(tree)).toEqual(Object.keys(tree).slice(0, 3));
  });

  it("an export that no other file imports", () => {
    const faults = idleExports({
      "app/features/likes/likes.ts": "export const most = 9;\nexport function setLike() {}\nexport type Like = string;",
      "app/features/likes/all.ts": "export const late = 1;",
      "app/routes/home.tsx":
        'import { most } from "../features/likes/likes.ts";\nconst all = import("../features/likes/all.ts");\nexport const loader = 1;',
    });
    expect(faults).toEqual(["app/features/likes/likes.ts: setLike"]);
  });

  it("an island whose name differs from its file's", () => {
    const from = 'import Tools from "./article-tools.island.tsx";\n';
    const faults = islandsByOtherNames({
      "app/features/articles/a.tsx": `${from}export const A = () => <Island id="a" name="tools" of={Tools} props={{}} />;`,
      "app/features/articles/b.tsx": `${from}export const B = () => <Island id="b" name="article-tools" of={Tools} props={{}} />;`,
      "app/features/articles/c.tsx": 'export const C = () => <Island id="c" name="c" of={C} props={{}} />;',
    });
    expect(faults).toEqual([
      "app/features/articles/a.tsx calls article-tools tools",
      "app/features/articles/c.tsx calls undefined c",
    ]);
  });

  it("Supabase or a secret outside .server.ts", () => {
    const faults = serverCodeInTheOpen({
      "app/features/likes/likes.ts": 'import { createClient } from "@supabase/supabase-js";',
      "app/features/likes/rows.ts": 'import { rowsOf } from "../../platform/database/supabase.server.ts";',
      "app/features/likes/key.ts": "export const key = (env) => env.SUPABASE_SECRET_KEY;",
      "app/features/likes/button.tsx": 'import { setLike } from "./likes.server.ts";',
      "app/features/likes/card.tsx": 'import type { Like } from "./likes.server.ts";',
      "app/features/likes/table.tsx": 'import { perPage } from "../../admin/list-page.server.ts";',
      "app/features/likes/set.server.ts": 'import { rowsOf } from "../../platform/database/supabase.server.ts";',
      "app/routes/home.tsx": 'import { setLike } from "../features/likes/likes.server.ts";',
      "app/routes/about.tsx": 'import { rowsOf } from "../platform/database/supabase.server.ts";',
      "app/platform/request/load-context.ts": 'import { createDatabase } from "../database/supabase.server.ts";',
    });
    expect(faults).toEqual([
      "app/features/likes/likes.ts imports @supabase/supabase-js",
      "app/features/likes/rows.ts imports app/platform/database/supabase.server.ts",
      "app/features/likes/key.ts sees SUPABASE_SECRET_KEY",
      "app/features/likes/button.tsx imports app/features/likes/likes.server.ts",
      "app/features/likes/table.tsx imports app/admin/list-page.server.ts",
      "app/routes/about.tsx imports app/platform/database/supabase.server.ts",
    ]);
  });

  it("a route that is too long, has other exports, or has them in the wrong order", () => {
    const faults = unreadableRoutes({
      "app/routes/long.tsx": "\n".repeat(200).concat("export const loader = 1;"),
      "app/routes/other.tsx": "export const columns = 1;\nexport default function Other() {}",
      "app/routes/order.tsx": "export const meta = 1;\nexport function loader() {}",
      "app/routes/good.tsx":
        "export const handle = 1;\nexport const loader = 1;\nexport async function action() {}\nexport const meta = 1;\nexport default function Good() {}\nexport function ErrorBoundary() {}",
    });
    expect(faults).toEqual([
      "app/routes/long.tsx has 201 lines",
      "app/routes/other.tsx exports columns",
      "app/routes/order.tsx has the order meta, loader",
    ]);
  });

  it("a route file missing from the site map, and a route without a file", () => {
    const faults = routesAndSiteMap({
      "app/routes.ts": 'export default [route("about", "routes/about.tsx"), route("gone", "routes/gone.tsx")];',
      "app/routes/about.tsx": "",
      "app/routes/lost.tsx": "",
    });
    expect(faults).toEqual(["app/routes/lost.tsx is not in the site map", "app/routes/gone.tsx does not exist"]);
  });

  it("an import of the router's links or navigation, even renamed", () => {
    const faults = routerNavigation({
      "app/ui/bar.tsx": 'import { Link as A } from "@remix-run/react";',
      "app/ui/tabs.tsx": 'import { useNavigate } from "react-router-dom";',
      "app/ui/pages.tsx": 'import * as router from "react-router";',
      "app/root.tsx": 'import { Links, Outlet } from "@remix-run/react";',
    });
    expect(faults).toEqual([
      "app/ui/bar.tsx imports Link",
      "app/ui/tabs.tsx imports useNavigate",
      "app/ui/pages.tsx imports *",
    ]);
  });

  it("a person's name outside of bdi", () => {
    const faults = namesOutsideBdi({
      "app/ui/a.tsx": "export const A = () => <a href='/'>{guest.name}</a>;",
      "app/ui/b.tsx": "export const B = () => <a href='/'><bdi>{guest.name}</bdi></a>;",
      "app/ui/c.tsx": "export const C = () => <Header title={message.name} />;",
      "app/ui/d.tsx": "export const D = () => <p>{site.name}</p>;",
    });
    expect(faults.map((fault) => fault.slice(0, 12))).toEqual(["app/ui/a.tsx", "app/ui/c.tsx"]);
  });

  it("a redirect with an unchecked path", () => {
    const faults = otherRedirects({
      "app/routes/a.tsx": 'import { data, redirect } from "@remix-run/cloudflare";',
      "app/routes/b.tsx": 'import { redirectDocument as lead } from "@remix-run/cloudflare";',
      "app/routes/c.tsx": 'import * as remix from "@remix-run/cloudflare";',
      "app/features/d.ts": "return Response.redirect(url, 303);",
      "app/front-door/e.ts": "return new Response(null, { status: 302, headers: { Location: url } });",
      "app/front-door/f.ts": 'answer.headers.set("location", url);',
      "app/routes/g.tsx": 'import { redirect } from "../platform/http.ts";\nconst label = <Fact label="Place" />;',
      "app/platform/request/http.ts": 'import { redirect } from "@remix-run/cloudflare";',
    });
    expect(faults).toEqual([
      "app/routes/a.tsx: redirect",
      "app/routes/b.tsx: redirectDocument",
      "app/routes/c.tsx: *",
      "app/features/d.ts: Response.redirect",
      "app/front-door/e.ts: Location:",
      'app/front-door/f.ts: .set("location',
    ]);
  });

  it("a style attribute, and HTML inserted from text", () => {
    const tree = {
      "app/ui/bar.tsx": "export const Bar = () => <p style={{ color: 'red' }} className=\"style\" />;",
      "app/ui/text.tsx": "export const Text = ({ html }) => <p dangerouslySetInnerHTML={{ __html: html }} />;",
      "app/ui/enhance.ts": "document.body.innerHTML = location.hash;",
    };
    expect(styleAttributes(tree)).toEqual(["app/ui/bar.tsx: <p style>"]);
    expect(rawMarkup(tree)).toEqual(["app/ui/text.tsx: dangerouslySetInnerHTML", "app/ui/enhance.ts: innerHTML"]);
  });

  it("a stored URL used without safeUrl()", () => {
    const faults = uncheckedAddresses({
      "app/ui/a.tsx": "export const A = ({ row }) => <a href={row.url}>x</a>;",
      "app/ui/b.tsx": "export const B = ({ url }) => <a href={url + '#top'}>x</a>;",
      "app/ui/c.tsx": "export const C = ({ row }) => <img src={row.ticket_url} alt={row.url} />;",
      "app/ui/d.tsx": "export const D = ({ row }) => <a href={safeUrl(row.url)}>x</a>;",
      "app/ui/e.tsx": "export const E = ({ row }) => <a href={safeUrl(row.url) ?? row.website}>x</a>;",
      "app/ui/f.tsx": "export const F = ({ row }) => <ExternalLink href={row.url}>x</ExternalLink>;",
    });
    expect(faults).toEqual([
      "app/ui/a.tsx: <a href={row.url}>",
      "app/ui/b.tsx: <a href={url + '#top'}>",
      "app/ui/c.tsx: <img src={row.ticket_url}>",
      "app/ui/e.tsx: <a href={safeUrl(row.url) ?? row.website}>",
    ]);
  });
});
