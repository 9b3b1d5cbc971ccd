export interface PageReport {
  /** rendered once for everyone, so it must not contain anything specific to one visitor */
  forEverybody: boolean;
  /** epoch milliseconds at which the page becomes outdated; 0 for a provisional page */
  until: number;
  /** the age of the data if the page is rendered from a stored copy; such a page is not cached */
  keptAt: Date | null;
  /** the form may have changed pages that others see */
  othersChanged: boolean;
  /** the existing variants, if a query parameter selects among them */
  variants?: Variants;
}

export interface Variants {
  /** the valid values of the parameter */
  values: string[];
  /** the number of pages of the variant being shown */
  pages: number;
}

export const newPageReport = (forEverybody: boolean): PageReport => ({
  forEverybody,
  until: Number.POSITIVE_INFINITY,
  keptAt: null,
  othersChanged: false,
});
