import { existsSync } from "node:fs";

interface Gap {
  /** Files of cases that are skipped. */
  files: string[];
  /** What is not run, and why. */
  why: string;
}

/** The path of GoTrue's program, which has no package: GOTRUE_BIN names it. */
export const gotrueProgram = (): string | undefined =>
  process.env.GOTRUE_BIN && existsSync(process.env.GOTRUE_BIN) ? process.env.GOTRUE_BIN : undefined;

/** The built entry file of Supabase's storage service, which has no package: STORAGE_PROGRAM names it. */
export const storageProgram = (): string | undefined =>
  process.env.STORAGE_PROGRAM && existsSync(process.env.STORAGE_PROGRAM) ? process.env.STORAGE_PROGRAM : undefined;

const gap = (why: string, ...names: string[]): Gap => ({
  files: names.map((name) => `tools/contract/cases/${name}.test.ts`),
  why,
});

/** The cases that a target cannot run. */
export function gapsOf(target = "lite"): Gap[] {
  if (target === "lite")
    return [
      gap(
        "grants on tables: the embedded Supabase grants all of them when it starts; npm test asks a database that was never served",
        "tables",
      ),
      gap("a database locked read-only: the embedded one cannot be locked from outside", "read-only"),
      gap(
        "a storage service that its database refuses something: the embedded one cannot be reached from outside",
        "storage-faults",
      ),
      gap("a backup: no other program may open the embedded one while it is served", "drill"),
    ];
  if (target === "hosted") {
    const gaps = [
      gap(
        "a storage service that its database refuses something: only a superuser can have it do so",
        "storage-faults",
      ),
      gap("a backup: npm run drill tries one", "drill"),
    ];
    if (!process.env.DATABASE_URL) gaps.push(gap("a database locked read-only: DATABASE_URL is not set", "read-only"));
    return gaps;
  }
  const gaps: Gap[] = [];
  if (!storageProgram())
    gaps.push(
      gap(
        "Supabase's storage: STORAGE_PROGRAM names no program; the embedded Supabase keeps the files",
        "storage-faults",
      ),
    );
  if (!gotrueProgram())
    gaps.push(
      gap(
        "GoTrue: GOTRUE_BIN names no program; the embedded Supabase signs in",
        "sign-in",
        "late-refresh",
        "operator",
        "accounts",
      ),
    );
  return gaps;
}

export const notAskable = (target: string | undefined): string[] => gapsOf(target).flatMap(({ files }) => files);
