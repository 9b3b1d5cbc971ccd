/** What only shows by its measures and colors: contrast, links in sentences, targets, parts that scroll. */
export const visual = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable", "label"];

/** The same in forced colors: axe reads the colors that the system has replaced, so contrast is not its matter there. */
export const forced = visual.filter((rule) => rule !== "color-contrast");
