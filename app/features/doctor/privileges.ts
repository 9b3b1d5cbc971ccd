import privileges from "./privileges.json" with { type: "json" };

type Grants = Record<string, string | string[] | true>;

/** The grants of each role, as the SQL function `doctor` writes them: `events anon select key,title`. */
export const grantLines: readonly string[] = [
  ...Object.entries(privileges.tables as Record<string, Record<string, Grants>>).flatMap(([table, roles]) =>
    Object.entries(roles).flatMap(([role, grants]) =>
      Object.entries(grants).map(
        ([verb, columns]) => `${table} ${role} ${verb} ${Array.isArray(columns) ? columns.join(",") : "*"}`,
      ),
    ),
  ),
  ...Object.entries(privileges.functions as Record<string, string[]>).flatMap(([name, roles]) =>
    roles.map((role) => `${name} ${role}`),
  ),
];

/** The policies on storage.objects by which admins manage the files of the bucket. */
export const storagePolicies: readonly string[] = [
  "Admins add event images",
  "Admins delete event images",
  "Admins replace event images",
  "Admins see event images",
];
