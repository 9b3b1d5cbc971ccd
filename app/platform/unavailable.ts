/** The database could not be asked, or did not answer in time: nobody's mistake, and it may work again soon. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}
