import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { answerExamples, offered } from "./answers.fixture.ts";
import { answersIn, answersOf, answersSchema, constraintsOf } from "./answers.schema.ts";
import { type Kind, kindNames } from "./kinds.ts";
import { QuestionFields } from "./question-fields.tsx";
import { answerText, askedOf, fieldOf, type Question, type QuestionField } from "./questions.ts";

const question = (kind: Kind, more: Partial<Question> = {}): Question => ({
  id: `00000000-0000-4000-8000-00000000000${kindNames.indexOf(kind)}`,
  ...{ kind, text: "Fish?", hint: null, is_required: false, asked_of: "all", keep: "evening", for_door: false },
  options: kind === "one" || kind === "several" ? offered : [],
  ...more,
});
const formOf = (asked: Question, ...values: string[]) => {
  const form = new FormData();
  for (const value of values) form.append(fieldOf(asked), value);
  return form;
};
function answered(asked: Question, ...values: string[]) {
  const submission = parseWithZod(formOf(asked, ...values), { schema: answersSchema([asked]) });
  return submission.status === "success"
    ? (answersOf([asked], submission.value)[asked.id] ?? null)
    : (submission.error?.[fieldOf(asked)]?.[0] ?? submission.error);
}
function Form({ questions, hasChoice = false }: { questions: Question[]; hasChoice?: boolean }) {
  const [form, fields] = useForm<Record<QuestionField, string | undefined>>({
    id: "f",
    constraint: constraintsOf(questions, hasChoice),
  });
  return (
    <form {...getFormProps(form)}>
      <QuestionFields questions={questions} fields={fields} hasChoice={hasChoice} />
    </form>
  );
}
const drawn = (...asked: Question[]) => renderToStaticMarkup(<Form questions={asked} />);

describe("an answer", () => {
  it.each(answerExamples)("of kind %s is taken as it is stored, or refused in words: %j", (kind, sent, becomes) => {
    const expected = becomes instanceof RegExp ? expect.stringMatching(becomes) : becomes;
    expect(answered(question(kind), ...sent)).toEqual(expected);
    expect(answered(question(kind, { is_required: true }), ...sent)).toEqual(expected);
  });

  it("is refused with a pile of marks", () => {
    expect(answered(question("long"), `a${"\u0301".repeat(40)}`)).toMatch(/characters that cannot be used/);
  });

  it.each(kindNames)("of kind %s may be missing unless it is required", (kind) => {
    expect(answered(question(kind), "")).toBeNull();
    expect(answered(question(kind))).toBeNull();
    expect(answered(question(kind, { is_required: true }), "")).toBe("Answer “Fish?”");
    expect(answered(question(kind, { is_required: true }))).toBe("Answer “Fish?”");
  });

  it("is found in a form before anybody knows the questions, within bounds", () => {
    const asked = question("several");
    const form = formOf(asked, "Vegan", " ", "Hal\u0000al");
    form.set("q-1", "not an id");
    form.set("name", "Kai");
    expect(answersIn(form)).toEqual({ [asked.id]: ["Vegan", "Halal"] });
    expect(answersIn(formOf(question("short"), " "))).toEqual({});
    expect(answersIn(formOf(question("short"), "n".repeat(5000)))).toEqual({ [question("short").id]: [""] });
    const many = new FormData();
    for (let number = 100; number < 200; number += 1) many.set(`q-00000000-0000-4000-8000-000000000${number}`, "x");
    expect(Object.keys(answersIn(many))).toHaveLength(20);
  });

  it("is told in words, also an option that is no longer offered", () => {
    expect(answerText(question("yes-no"), ["yes"])).toBe("Yes");
    expect(answerText(question("several"), ["Vegan", "Fish"])).toBe("Vegan, Fish (no longer offered)");
    expect(answerText(question("number"), ["3"])).toBe("3");
  });
});

describe("the fields of questions", () => {
  it.each(kindNames)(
    "of kind %s have a name that the guard lets through, and say who reads and when it is erased",
    (kind) => {
      const html = drawn(question(kind, { hint: "Really" }));
      const names = [...html.matchAll(/name="([^"]*)"/g)].map(([, name = ""]) => name);
      expect(new Set(names)).toEqual(new Set([fieldOf(question(kind))]));
      for (const name of names) expect(name).toMatch(/^[^[\].]{1,50}$/);
      expect(html).toContain(
        "Really Optional. Owners and editors of this site see your answer, helpers at the door do not. It is erased 7 days after the event.",
      );
      expect(drawn(question(kind, { keep: "entry" }))).toContain("It is erased together with your sign-up.");
      expect(drawn(question(kind, { for_door: true }))).toContain("so do helpers when they check you in.");
      expect(html).not.toContain("required");
      const required = drawn(question(kind, { is_required: true }));
      expect(required).not.toContain("Optional");
      // A browser cannot require one check box of several.
      expect(required.includes('required=""')).toBe(kind !== "several");
    },
  );

  it("carry the constraints of the schema", () => {
    expect(drawn(question("short"))).toContain('maxLength="200"');
    expect(drawn(question("long"))).toContain('maxLength="1000"');
    expect(drawn(question("number"))).toMatch(/type="number".*min="0" max="999999" step="1"/);
  });

  it("are required of one place only there, and each person is asked what is for them", () => {
    const roomOnly = question("short", { asked_of: "room", is_required: true });
    const html = renderToStaticMarkup(<Form questions={[roomOnly]} hasChoice />);
    expect(html).toContain("Only if you come to the room.");
    expect(html).not.toContain("required");
    expect(askedOf([roomOnly, question("long")], "online")).toEqual([question("long")]);
    expect(askedOf([roomOnly, question("long")], null)).toEqual([question("long")]);
  });
});
