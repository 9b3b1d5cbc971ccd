/** What loaders and actions report to the page cache. */
export interface PageReport {
  /** rendered once for everybody, so nothing in it may be one visitor's */
  forEverybody: boolean;
  /** epoch milliseconds at which the page stops being true; 0 for one that is no more than makeshift */
  until: number;
  /** of when the page is, where it is drawn from a copy; nobody keeps it then */
  keptAt: Date | null;
  /** what was sent may have changed the pages that others are shown */
  othersChanged: boolean;
  /** which pages there are, where a parameter of the query chooses among them */
  variants?: Variants;
}

export interface Variants {
  /** what the parameter may say */
  values: string[];
  /** the number of pages of the one that is shown */
  pages: number;
}

export const newPageReport = (forEverybody: boolean): PageReport => ({
  forEverybody,
  until: Number.POSITIVE_INFINITY,
  keptAt: null,
  othersChanged: false,
});
