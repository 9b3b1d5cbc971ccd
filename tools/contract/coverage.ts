import { existsSync } from "node:fs";

interface Gap {
  /** files of cases that are left out */
  files: string[];
  /** what is not run, and why */
  why: string;
}

/** The program of GoTrue, which has no package: GOTRUE_BIN says where it is. */
export const gotrueProgram = (): string | undefined =>
  process.env.GOTRUE_BIN && existsSync(process.env.GOTRUE_BIN) ? process.env.GOTRUE_BIN : undefined;

/** The built entry file of Supabase's storage service, which has no package: STORAGE_PROGRAM says where it is. */
export const storageProgram = (): string | undefined =>
  process.env.STORAGE_PROGRAM && existsSync(process.env.STORAGE_PROGRAM) ? process.env.STORAGE_PROGRAM : undefined;

/** What cannot be asked of a target. */
export function gapsOf(target = "lite"): Gap[] {
  const file = (name: string) => `tools/contract/cases/${name}.test.ts`;
  if (target === "lite")
    return [
      {
        files: [file("tables")],
        why: "grants on tables: the embedded Supabase grants all of them when it starts; npm test asks a database that was never served",
      },
      {
        files: [file("read-only")],
        why: "a database locked read-only: the embedded one cannot be locked from outside",
      },
      {
        files: [file("storage-faults")],
        why: "a storage service that the database refuses something: the embedded one cannot be refused from outside",
      },
    ];
  if (target === "hosted")
    return [
      ...(process.env.DATABASE_URL
        ? []
        : [{ files: [file("read-only")], why: "a database locked read-only: DATABASE_URL is not set" }]),
      {
        files: [file("storage-faults")],
        why: "a storage service that the database refuses something: only a superuser can have it do so",
      },
    ];
  const gaps: Gap[] = [];
  if (!storageProgram())
    gaps.push({
      files: [file("storage-faults")],
      why: "Supabase's storage: STORAGE_PROGRAM names no program; the embedded Supabase keeps the files",
    });
  if (!gotrueProgram())
    gaps.push({
      files: [file("sign-in"), file("late-refresh"), file("operator"), file("accounts")],
      why: "GoTrue: GOTRUE_BIN names no program; the embedded Supabase signs in",
    });
  return gaps;
}

export const notAskable = (target: string | undefined): string[] => gapsOf(target).flatMap(({ files }) => files);
