// Numbers in forms are integers from 1 to n by their schemas: otherwise Postgres would refuse them with an error.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { project } from "../harness/processes.ts";

const app = join(project, "app");
const paths = readdirSync(app, { recursive: true, encoding: "utf8" });
const schemaPaths = paths.filter((path) => path.endsWith(".schema.ts"));

/** The largest Postgres `integer`. */
const largest = 2 ** 31 - 1;

/** Returns a schema and all its parts. */
function partsOf(schema: z.ZodTypeAny): z.ZodTypeAny[] {
  const inside = (): z.ZodTypeAny[] => {
    if (schema instanceof z.ZodObject) return Object.values(schema.shape as z.ZodRawShape);
    if (schema instanceof z.ZodEffects) return [schema.innerType()];
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return [schema.unwrap()];
    if (schema instanceof z.ZodDefault) return [schema.removeDefault()];
    if (schema instanceof z.ZodCatch) return [schema.removeCatch()];
    if (schema instanceof z.ZodPipeline) return [schema._def.in, schema._def.out];
    if (schema instanceof z.ZodArray) return [schema.element];
    if (schema instanceof z.ZodUnion) return schema.options;
    return [];
  };
  return [schema, ...inside().flatMap(partsOf)];
}

const isBounded = ({ isInt, minValue, maxValue }: z.ZodNumber) =>
  isInt && minValue !== null && minValue >= 1 && maxValue !== null && maxValue <= largest;

const numbersOf = (schema: z.ZodTypeAny) => partsOf(schema).filter((part) => part instanceof z.ZodNumber);

it("every number in a schema is an integer from 1 to n", async () => {
  const modules = await Promise.all(schemaPaths.map((path) => import(/* @vite-ignore */ join(app, path))));
  const schemas = modules.flatMap((module) => Object.entries(module as Record<string, unknown>));
  const numbers = schemas.flatMap(([name, schema]) =>
    schema instanceof z.ZodType ? numbersOf(schema).map((number) => ({ name, isRight: isBounded(number) })) : [],
  );
  expect(numbers.length).toBeGreaterThan(8);
  expect(numbers.filter(({ isRight }) => !isRight)).toEqual([]);
});

it("numbers are found wherever they are nested in a schema", () => {
  const open = z.object({
    a: z.number().optional(),
    b: z.array(z.object({ c: z.number().int().min(1).nullable() })).superRefine(() => {}),
    d: z.union([z.string(), z.number().int().min(0).max(9)]).catch(1),
    e: z.string().pipe(z.coerce.number().int().min(1).max(1e12)).default("1"),
    f: z.number().int().min(1).max(10),
  });
  expect(numbersOf(open).map(isBounded)).toEqual([false, false, false, false, true]);
});

it("numbers are read from forms only by schemas", () => {
  const bare = paths
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .filter((path) =>
      /\b(Number|parseInt|parseFloat)\((String\()?\w*form\w*\.get\(/i.test(readFileSync(join(app, path), "utf8")),
    );
  expect(bare).toEqual([]);
});
