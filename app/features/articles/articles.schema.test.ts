import { expect, it } from "vitest";
import { articleSchema } from "./articles.schema.ts";

const text = { kind: "article", title: "Kaulana", excerpt: "About it.", markdown: "Aloha" };
const faultsOf = (fields: object) => {
  const { error } = articleSchema.safeParse({ ...text, ...fields });
  return error?.flatten().fieldErrors ?? {};
};

it("accepts days that exist and rejects all others with an error", () => {
  for (const name of ["shown_on", "date"]) {
    expect(faultsOf({ [name]: "2028-02-29" })).toEqual({});
    for (const day of ["2027-02-31", "2027-99-99", "0000-01-01", "9999-12-31", "tomorrow"])
      expect(faultsOf({ [name]: day }), day).toEqual({ [name]: ["Enter a date that exists"] });
  }
});
