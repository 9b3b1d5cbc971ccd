// Sends hostile input through the guard and every schema; tests/worker/hostile-inputs.test.ts proves that the built
// Worker uses both.
import { globSync } from "node:fs";
import { join } from "node:path";
import { parseWithZod } from "@conform-to/zod";
import { describe, expect, test } from "vitest";
import { ZodEffects, ZodObject, type ZodTypeAny } from "zod";
import { formLimit, guard } from "../app/front-door/guard.ts";
import { formsLimit } from "../app/front-door/limits.ts";
import { project } from "../harness/processes.ts";
import { formType } from "../harness/serving/exchange.ts";
import { hostileBodies, hostileFields, hostileNames, hostileTexts } from "./worker/hostile-inputs.ts";

/** Milliseconds for one form, which takes a tenth of it here; many times that indicates regex backtracking. */
const patience = 150;

const inner = (schema: ZodTypeAny): ZodTypeAny =>
  schema instanceof ZodEffects ? inner(schema._def.schema as ZodTypeAny) : schema;

const schemas: [name: string, schema: ZodTypeAny, fields: string[]][] = [];
for (const file of globSync("app/**/*.schema.ts", { cwd: project }).sort()) {
  const exported = (await import(join(project, file))) as Record<string, unknown>;
  for (const [name, schema] of Object.entries(exported)) {
    const object = inner(schema as ZodTypeAny);
    if (object instanceof ZodObject)
      schemas.push([`${file}: ${name}`, schema as ZodTypeAny, Object.keys(object.shape)]);
  }
}

const origin = "https://hawaii.example.org";
const rules = {
  origin,
  secure: true,
  routeOf: () => ({ hasAction: true, bodyLimit: formLimit, rateLimit: formsLimit }) as const,
  isWithinLimit: async () => true,
  hasSession: async () => true,
};

/** Sends a form through the guard and its schema, and returns what went wrong, prefixed with `name`. */
async function faultsOf(
  name: string,
  schema: ZodTypeAny,
  body: string | Uint8Array<ArrayBuffer>,
  sent: Record<string, string> = { "Content-Type": formType },
): Promise<string[]> {
  const request = new Request(`${origin}/form`, { method: "POST", headers: { Origin: origin, ...sent }, body });
  const started = performance.now();
  try {
    const passed = await guard(request, rules);
    if (!(passed instanceof Request)) return "redirectTo" in passed ? [`${name}: led elsewhere`] : [];
    const { status } = parseWithZod(await passed.formData(), { schema });
    const took = performance.now() - started;
    if (took > patience) return [`${name}: ${Math.round(took)} ms`];
    return status === "success" || status === "error" ? [] : [`${name}: ${status}`];
  } catch (error) {
    return [`${name}: ${error}`];
  }
}

/** Repeats inputs that were only slow, since the machine may be busy. */
async function faultsOfAll(readings: (() => Promise<string[]>)[]): Promise<string[]> {
  const found: string[] = [];
  for (const read of readings) {
    const faults = await read();
    found.push(...(faults.some((fault) => / \d+ ms$/.test(fault)) ? await read() : faults));
  }
  return found;
}

const shortened = (text: string) => JSON.stringify(text.slice(0, 60));

test("the schemas of all forms are found", () => {
  expect(schemas.length).toBeGreaterThan(35);
  expect(schemas.map(([name]) => name)).toContain("app/features/contact/contact.schema.ts: contactSchema");
});

describe("hostile input is quickly parsed or refused by", () => {
  test.each(schemas)("%s: any text in every field", async (_name, schema, fields) => {
    const readings = hostileTexts.map(({ kind, text }) => () => {
      const body = new URLSearchParams(fields.map((field) => [field, text]));
      return faultsOf(`${kind} ${shortened(text)}`, schema, String(body));
    });
    expect(await faultsOfAll(readings)).toEqual([]);
  });

  test.each(schemas)(
    "%s: repeated or oddly shaped fields, and names that would build large structures",
    async (_name, schema, fields) => {
      const own = new URLSearchParams(fields.map((field) => [field, "a"]));
      const shapes = hostileFields.map(([name, pairs]) => () => {
        const odd = fields
          .slice(0, 3)
          .flatMap((field) => pairs.map((pair) => pair.map((text) => text.replaceAll("@", field))));
        return faultsOf(name, schema, String(new URLSearchParams([...own, ...odd])));
      });
      const names = hostileNames.map(
        ([name, odd]) =>
          () =>
            faultsOf(name, schema, `${own}&${odd}`),
      );
      expect(await faultsOfAll([...shapes, ...names])).toEqual([]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );

  test.each(schemas)("%s: a body of any shape", async (_name, schema) => {
    const readings = hostileBodies.map(
      ({ name, type, body, headers = {} }) =>
        () =>
          faultsOf(name, schema, new Uint8Array(body), { ...(type ? { "Content-Type": type } : {}), ...headers }),
    );
    expect(await faultsOfAll(readings)).toEqual([]);
  });
});
