import ts from "typescript";

/** The names in the database that code can use. */
export interface Schema {
  /** Tables and views → their columns. */
  tables: Record<string, string[]>;
  /** Functions → all their arguments, and the required ones. */
  functions: Record<string, { all: string[]; required: string[] }>;
}

/** The names that a release uses, as in supabase/released.json. */
export interface Released {
  version: string;
  tables: Record<string, string[]>;
  functions: Record<string, string[]>;
}

/** The members of a type literal, by name. */
function membersOf(type: ts.TypeNode | undefined): Map<string, ts.PropertySignature> {
  const members = type && ts.isTypeLiteralNode(type) ? type.members.filter(ts.isPropertySignature) : [];
  return new Map(members.map((member) => [(member.name as ts.Identifier).text, member]));
}

/** The file that `npm run types` writes, relative to the project. */
export const generatedTypes = "app/platform/database/database.gen.ts";

/** @param text the content of `generatedTypes` */
export function schemaOf(text: string): Schema {
  const file = ts.createSourceFile("database.ts", text, ts.ScriptTarget.Latest);
  const database = file.statements.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === "Database");
  const inside = (type: ts.TypeNode | undefined, name: string) => membersOf(type).get(name)?.type;
  const open = inside(database?.type, "public");
  const tables: Schema["tables"] = {};
  for (const kind of ["Tables", "Views"])
    for (const [name, member] of membersOf(inside(open, kind)))
      tables[name] = [...membersOf(inside(member.type, "Row")).keys()];
  const functions: Schema["functions"] = {};
  for (const [name, { type }] of membersOf(inside(open, "Functions"))) {
    const args = [...membersOf(inside(type, "Args"))];
    const required = args.filter(([, { questionToken }]) => !questionToken);
    functions[name] = { all: args.map(([argument]) => argument), required: required.map(([argument]) => argument) };
  }
  return { tables, functions };
}

/**
 * Finds the tables, columns and functions that code uses. Errs on the side of too many: a table or function counts if
 * its name occurs as a word anywhere, and so does a column of such a table.
 * @param code texts of the sources, without the generated types
 */
export function namesIn(code: string[], schema: Schema): Omit<Released, "version"> {
  const words = new Set(code.flatMap((text) => text.match(/\w+/g) ?? []));
  const named = <Value>(record: Record<string, Value>) =>
    Object.entries(record)
      .filter(([name]) => words.has(name))
      .sort();
  return {
    tables: Object.fromEntries(
      named(schema.tables).map(([name, columns]) => [name, columns.filter((column) => words.has(column)).sort()]),
    ),
    functions: Object.fromEntries(
      named(schema.functions).map(([name, { all }]) => [name, all.filter((each) => words.has(each)).sort()]),
    ),
  };
}

/**
 * Lists what a release uses but a schema no longer has, and arguments that the schema newly requires; one line each.
 */
export function missingFrom(schema: Schema, released: Released): string[] {
  const faults: string[] = [];
  for (const [table, columns] of Object.entries(released.tables)) {
    const present = schema.tables[table];
    if (!present) faults.push(`table ${table}`);
    else for (const column of columns) if (!present.includes(column)) faults.push(`column ${table}.${column}`);
  }
  for (const [name, given] of Object.entries(released.functions)) {
    const present = schema.functions[name];
    if (!present) {
      faults.push(`function ${name}`);
      continue;
    }
    for (const argument of given) if (!present.all.includes(argument)) faults.push(`argument ${argument} of ${name}`);
    for (const argument of present.required)
      if (!given.includes(argument)) faults.push(`default of the argument ${argument} of ${name}`);
  }
  return faults;
}
