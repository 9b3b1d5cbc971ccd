import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  damageOf,
  type Manifest,
  partOf,
  placeOf,
  readBackUp,
  readManifest,
  requireSameMigrations,
  rowsOf,
  Tally,
  writeManifest,
} from "./format.ts";

const folder = mkdtempSync(join(tmpdir(), "community-format-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tallyOf = (text: string) => {
  const tally = new Tally();
  for (const half of [text.slice(0, 3), text.slice(3)]) tally.add(Buffer.from(half));
  return tally;
};
const rows = "1\tA line\\nand another\n2\t\\N\n";
const table = {
  schema: "public",
  name: "events",
  columns: [
    { name: "id", type: "integer" },
    { name: "title", type: "character varying(80)" },
  ],
  rows: 2,
  digest: tallyOf(rows).digest(),
};
const manifest: Manifest = {
  format: 1,
  takenAt: "2027-01-31T06:00:00.000Z",
  version: "0.2.0",
  postgres: "17.4",
  migrations: ["20261101000000", "20270101000000"],
  tables: [table],
  sequences: [{ schema: "public", name: "events_number_seq", last: "9007199254740993" }],
  files: [{ path: "a.png", type: "image/png", bytes: 3, digest: tallyOf("png").digest() }],
  missing: [],
};

/** Writes a back-up with this manifest and intact parts. */
function written(name: string, changes: Partial<Manifest> = {}): string {
  const to = join(folder, name);
  for (const [place, text] of [
    [partOf(table), rows],
    ["files/a.png", "png"],
  ] as const) {
    mkdirSync(dirname(join(to, place)), { recursive: true });
    writeFileSync(join(to, place), text);
  }
  writeManifest(to, { ...manifest, ...changes });
  return to;
}

describe("a part", () => {
  it("is counted by its line breaks and hashed, however it is split into chunks", () => {
    const tally = tallyOf(rows);
    expect([tally.rows, tally.bytes]).toEqual([2, rows.length]);
    expect(tally.digest()).toBe("6d38750d9ee940ea45f2732b925383240bcea0ae94598fe7a2cc0dc3b58399bb");
  });
});

describe("a back-up", () => {
  it("can be read back as it was written, and its manifest is readable only by its owner", async () => {
    const to = written("whole");
    expect(await readBackUp(to)).toEqual(manifest);
    expect(statSync(join(to, "manifest.json")).mode & 0o777).toBe(0o600);
    expect(rowsOf(manifest)).toBe(2);
  });

  it("is refused with the names of all parts that are damaged or missing", async () => {
    const to = written("damaged");
    writeFileSync(join(to, partOf(table)), rows.replace("A line", "B line"));
    rmSync(join(to, "files/a.png"));
    const lines = ["rows/public.events.copy is not what was written", "files/a.png cannot be read (ENOENT)"];
    expect(await damageOf(to, manifest)).toEqual(lines);
    await expect(readBackUp(to)).rejects.toThrow(`The back-up is damaged:\n  ${lines.join("\n  ")}`);
  });

  it("is refused as incomplete without a manifest, and as unknown with an invalid or newer one", () => {
    const to = written("of the future");
    expect(() => readManifest(folder)).toThrow("is no back-up, or not a whole one");
    for (const text of ["{", JSON.stringify({ ...manifest, format: 2 })]) {
      writeFileSync(join(to, "manifest.json"), text);
      expect(() => readManifest(to)).toThrow("is damaged, or of a version that this one does not know");
    }
  });

  it.each([
    { tables: [{ ...table, name: 'events"; drop table events; --' }] },
    { tables: [{ ...table, columns: [{ name: "id", type: "integer; drop table events" }] }] },
    { sequences: [{ schema: "public", name: "events_number_seq", last: "1); drop table events" }] },
  ])("refuses to write a manifest with an invalid identifier", (changes) => {
    expect(() => writeManifest(folder, { ...manifest, ...changes })).toThrow();
  });

  it.each([
    ["posters/a.png", "files/posters/a.png"],
    ["../../etc/passwd", "files/%2E%2E/%2E%2E/etc/passwd"],
    ["/a b?.png", "files/a%20b%3F.png"],
  ])("stores the file %s at %s", (path, place) => {
    expect(placeOf({ path })).toBe(place);
  });
});

describe("the migrations of a back-up", () => {
  it("must match those of this version; otherwise the error says which version to check out", () => {
    expect(() => requireSameMigrations(manifest, manifest.migrations)).not.toThrow();
    const older = manifest.migrations.slice(0, 1);
    expect(() => requireSameMigrations(manifest, older)).toThrow(
      "The back-up is of version 0.2.0: git switch --detach v0.2.0, and try again.",
    );
    expect(() => requireSameMigrations({ ...manifest, version: null }, older)).toThrow(
      "check out the one whose last migration is 20270101000000, and try again. That of this version is 20261101000000.",
    );
  });
});
