/** The database could not be asked, or did not answer in time: nobody's mistake, and it may work again soon. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** The database is read, and takes nothing: Supabase locks one that has outgrown its plan. */
export class DatabaseReadOnly extends DatabaseUnavailable {}
