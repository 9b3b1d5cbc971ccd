import { expect, test } from "vitest";
import { checkDatabaseUrl, connect } from "./connection.ts";

const ref = "abcdefghijklmnopqrst";
const project = `https://${ref}.supabase.co`;
const pooler = `postgresql://postgres.${ref}:p%40ss@aws-0-us-west-1.pooler.supabase.com:5432/postgres`;

test.each([
  [pooler, project],
  [`postgresql://postgres:secret@db.${ref}.supabase.co:5432/postgres`, project],
  ["postgres://postgres@127.0.0.1:5432/postgres", "http://127.0.0.1:54321"],
])("accepts %s", (databaseUrl, supabaseUrl) => {
  expect(checkDatabaseUrl(databaseUrl, supabaseUrl)).toBe(databaseUrl);
});

test.each([
  [pooler.replace("5432", "6543"), "That is the transaction pooler (port 6543)"],
  [pooler.replace(ref, "zyxwvutsrqponmlkjihg"), `That is the database of another project than ${project}.`],
  ["https://example.org/secret", "That is no address of a database"],
  ["postgresql://postgres:se/cret@host:5432/postgres", "That is no address of a database"],
])("refuses %s with an error that repeats no part of it", (databaseUrl, fault) => {
  let said = "";
  try {
    checkDatabaseUrl(databaseUrl, project);
  } catch (error) {
    said = String(error);
  }
  expect(said).toContain(fault);
  expect(said).not.toContain("p%40ss");
  expect(said).not.toContain("cret");
});

test("an address that asks to check the certificate is refused without the certificates to check it by", () => {
  for (const mode of ["verify-full", "verify-ca"])
    expect(() => connect(`${pooler}?sslmode=${mode}`)).toThrow("set PGSSLROOTCERT");
});
