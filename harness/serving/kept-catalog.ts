// Before its first answer, lite reads the catalog of the database, which takes longer than opening it. All copies of a
// template have the same one, so the first process keeps what it has read in the file CATALOG_FILE, in lite's own form,
// and the others begin with that.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { PgliteConnection } from "@supabase/lite/pglite";

const { introspect } = PgliteConnection.prototype;
const begun = new WeakSet<PgliteConnection>();

function kept(file: string) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Only the first reading: a later one is because the catalog has changed. */
PgliteConnection.prototype.introspect = async function (this: PgliteConnection, options) {
  const file = process.env.CATALOG_FILE;
  if (!file || !options?.useCache || begun.has(this)) return introspect.call(this, options);
  begun.add(this);
  this.introspection = kept(file);
  if (this.introspection) return this.introspection;
  const found = await introspect.call(this, options);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(found));
  renameSync(draft, file);
  return found;
};
