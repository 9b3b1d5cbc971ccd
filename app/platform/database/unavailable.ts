/** The database could not be reached or did not respond in time; a temporary failure. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** The database can be read but not written: Supabase locks a database that has outgrown its plan. */
export class DatabaseReadOnly extends DatabaseUnavailable {}
