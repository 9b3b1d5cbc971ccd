// ASVS 3.7.2: whatever a parameter contains, no URL of this site leads to another site.
import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import siteMap from "../../app/routes.ts";
import { encodeForm, formType, type Question } from "../../harness/serving/exchange.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { ask, freshAddress, signIn, Visitor } from "./client.ts";
import { databaseTemplate } from "./tables.ts";

let stack: Stack;
let owner: string;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  const visitor = await signIn(new Visitor(stack.url));
  owner = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
});
afterAll(() => stack?.stop());

const shapes = [
  "..%2f..%2f%5cevil.example",
  "..%2f..%2fevil.example",
  "%2f%2fevil.example",
  "%5c%5cevil.example",
  "x%3fy",
];

const pathsOf = (routes: RouteConfigEntry[], above = ""): string[] =>
  routes.flatMap(({ path, children }) => {
    const here = path ? `${above}/${path}` : above;
    return children ? pathsOf(children, here) : [here];
  });
const paths = pathsOf(siteMap).filter((path) => path.includes(":"));

const send = (path: string, question: Question) =>
  ask(stack.url, path, { ...question, headers: { "CF-Connecting-IP": freshAddress(), ...question.headers } });
const form = (fields: Record<string, string>) => ({
  method: "POST",
  headers: { "Content-Type": formType },
  body: encodeForm(fields),
});

/** Where a response leads, as a browser reads it. */
const leadsTo = (path: string, location?: string) =>
  location === undefined ? null : new URL(location, new URL(path, stack.url));

test("the site map has routes with parameters, including tokens", () => {
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => path.includes(":token"))).toEqual(
    expect.arrayContaining(["/w/:token", "/w/:token.json", "/n/:token/leave", "/admin/new-password/:token"]),
  );
});

describe.each(["a stranger", "an owner"])("%s", (who) => {
  test.each(paths)("is never led to another site by %s", async (path) => {
    const cookie: Record<string, string> = who === "an owner" ? { Cookie: owner } : {};
    for (const shape of shapes) {
      const asked = path.replaceAll(/:[a-z]+/g, shape);
      for (const question of [{}, { method: "HEAD" }, form({}), form({ intent: "leave" })]) {
        const { method = "GET", headers } = question as Question;
        const answer = await send(asked, { ...question, headers: { ...headers, ...cookie } });
        const target = leadsTo(asked, answer.headers.location);
        const found = { method, asked, status: answer.status, origin: target?.origin, pathname: target?.pathname };
        expect.soft(found.status, JSON.stringify(found)).toBeLessThan(500);
        if (target) expect.soft(target.origin, JSON.stringify(found)).toBe(stack.url);
        expect.soft(target?.pathname ?? "", JSON.stringify(found)).not.toMatch(/^\/evil|\/\/|\\/);
        if (path.includes(":token")) expect.soft(found.status, JSON.stringify(found)).toBe(404);
      }
    }
  });
});
