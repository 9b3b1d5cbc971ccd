import { describe, expect, it } from "vitest";
import { guessColumns } from "../../admin/import-noun.ts";
import { linesOfText } from "../../admin/imported-file.ts";
import { chosenDepartures, type Departures, guessDepartures, unreadDepartures } from "./departures.ts";
import { importNouns } from "./import-nouns.ts";
import { checkLines } from "./imports.server.ts";

/** Reads a file as its upload does. @param chosen reads it again, with what an admin has chosen */
function read(text: string, chosen?: Departures) {
  const file = linesOfText(text);
  if ("fault" in file) return expect.fail(file.fault);
  const { columns, lines } = file;
  const noun = importNouns.subscribers;
  const mapping = guessColumns(columns, noun.fields);
  const departures = chosen ?? guessDepartures(columns, lines, mapping);
  const { rows, departures: read } = checkLines(noun, lines, columns, { mapping, departures });
  return {
    new: rows.flatMap(({ checked, email }) => (checked && email) || []),
    departed: rows.flatMap(({ refusal, email }) => (refusal === "departed" && email) || []),
    reasons: rows.flatMap(({ reason }) => reason ?? []),
    columns: Object.keys(departures.columns).map((at) => columns[Number(at)]),
    unread: unreadDepartures(columns, mapping, departures),
    departures: read,
  };
}

const newIn = (lines: string[]) => read(lines.join("\n")).new;

describe("people who left another list stay out, whatever it calls that", () => {
  it("in two columns of Ghost with opposite senses", () => {
    const head = "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at";
    const lines = [
      "1,in@case.example,Kai,,true,false,,2025-01-02T03:04:05.000Z,",
      "2,out@case.example,Noa,,false,false,,2025-01-02T03:04:05.000Z,",
      "3,gone@case.example,Pua,,true,false,,2025-01-02T03:04:05.000Z,2025-03-04T00:00:00.000Z",
    ];
    expect(newIn([head, ...lines])).toEqual(["in@case.example"]);
  });

  it("in one of two columns", () => {
    const lines = ["in@case.example,active,", "out@case.example,unsubscribed,", "later@case.example,active,2025-02-03"];
    expect(newIn(["email,status,unsubscribed_at", ...lines])).toEqual(["in@case.example"]);
  });

  it("in words of a status", () => {
    const staying = ["active", "subscribed", "enabled", "confirmed", "Opted in", "regular", ""];
    const leaving =
      "inactive,unconfirmed,junk,spam,cancelled,canceled,deleted,blocklisted,blacklisted,opted out,opt-out,not subscribed,hard bounce,soft bounced,invalid,suppressed,spammy,trashed,declined,rejected,Unsubscribed,U,B,hardbounced,Non-subscribed,CLEANED,pending_approval,Never confirmed,opted_out,Archived".split(
        ",",
      );
    const lines = [...staying, ...leaving].map((word, at) => `person-${at}@case.example,${word}`);
    expect(newIn(["Email Address,Status", ...lines])).toEqual(staying.map((_, at) => `person-${at}@case.example`));
  });

  it.each([
    ["Global Status", "Subscribed", "Unsubscribed"],
    ["List status", "subscribed", "bounced"],
    ["State", "Active", "Unsubscribed"],
    ["EMAIL_BLACKLISTED", "false", "true"],
    ["Marketing opt-in", "Yes", "No"],
    ["approval_status", "approved", "declined"],
    ["type", "regular", "unactivated"],
    ["active_subscription", "true", "false"],
    ["is_subscribed", "1", "0"],
    ["email_disabled", "FALSE", "TRUE"],
    ["Accepts Marketing", "yes", "no"],
    ["Email Opt Out", "0", "1"],
    ["UNSUB_TIME", "", "2025-02-03 10:00:00"],
    ["Unsubscribed", "0000-00-00 00:00:00", "02/03/2025"],
    ["deleted_at", "NULL", "1738584000"],
    ["Do not email", "no", "x"],
    ["GDPR consent", "granted", "denied"],
    ["left_at", "", "2025-02-03"],
    ["Newsletter", "TRUE", "FALSE"],
    ["Not confirmed", "", "yes"],
    ["Bounced", "n", "y"],
    ["Hinweis", "active", "unsubscribed"],
  ])("in the column “%s”", (column, stays, left) => {
    expect(newIn([`email,${column}`, `in@case.example,${stays}`, `out@case.example,${left}`])).toEqual([
      "in@case.example",
    ]);
  });

  it("in thirty ways within one file: exactly the other half is new", () => {
    const ways: [column: string, stays: string, left: string][] = [
      ["Status", "active", "unsubscribed"],
      ["Status", "subscribed", "hard bounce"],
      ["Status", "confirmed", "unconfirmed"],
      ["Status", "", "cleaned"],
      ["Status", "regular", "Blocklisted"],
      ["Status", "active", "complained"],
      ["Status", "active", "opted out"],
      ["Status", "active", "deleted"],
      ["Status", "active", "U"],
      ["Status", "active", "never confirmed"],
      ["Global Status", "Subscribed", "Unsubscribed"],
      ["Global Status", "Subscribed", "Bounced"],
      ["State", "Active", "Inactive"],
      ["approval_status", "approved", "declined"],
      ["subscribed_to_emails", "true", "false"],
      ["deleted_at", "", "2025-03-04T00:00:00.000Z"],
      ["unsubscribed_at", "", "2025-02-03"],
      ["UNSUB_TIME", "", "2025-02-03 10:00:00"],
      ["EMAIL_BLACKLISTED", "false", "true"],
      ["Marketing opt-in", "Yes", "No"],
      ["Accepts Marketing", "yes", "no"],
      ["active_subscription", "true", "false"],
      ["is_subscribed", "1", "0"],
      ["email_disabled", "FALSE", "TRUE"],
      ["Email Opt Out", "0", "1"],
      ["Do not email", "no", "x"],
      ["GDPR consent", "granted", "denied"],
      ["Newsletter", "TRUE", "FALSE"],
      ["Not confirmed", "", "yes"],
      ["Bounced", "n", "y"],
    ];
    const columns = [...new Set(ways.map(([column]) => column))];
    const usual = new Map(ways.map(([column, stays]) => [column, stays]));
    const lineOf = (who: string, column: string, says: string) =>
      [`${who}@case.example`, ...columns.map((each) => (each === column ? says : usual.get(each)))].join(",");
    const lines = ways.flatMap(([column, stays, left], at) => [
      lineOf(`out-${at}`, column, left),
      lineOf(`in-${at}`, column, stays),
    ]);
    const file = read([["email", ...columns].join(","), ...lines].join("\n"));
    expect(ways).toHaveLength(30);
    expect(file.new).toEqual(ways.map((_, at) => `in-${at}@case.example`));
    expect(file.departed, "nobody of the others can be asked").toEqual(ways.map((_, at) => `out-${at}@case.example`));
  });

  it("on another line about the same person", () => {
    const file = read("email,status\nkai@case.example,active\nnoa@case.example,active\nKai@case.example,unsubscribed");
    expect(file.new).toEqual(["noa@case.example"]);
    expect(file.reasons[0]).toBe("Line 4 says that this person left.");
  });
});

it("says which column and word led to a refusal", () => {
  expect(read("email,Marketing opt-in\nkai@case.example,No\nnoa@case.example,").reasons).toEqual([
    "The file says that they left or did not agree: “No” in “Marketing opt-in”.",
    "“Marketing opt-in” is empty, so the file does not say that they agreed.",
  ]);
});

it("an unknown word is never consent: it is refused until an admin chooses, once for the whole file", () => {
  const text =
    "email,Status\nkai@case.example,active\nnoa@case.example,aktiv\npua@case.example,Aktiv\nlei@case.example,weg";
  const file = read(text);
  expect(file.new).toEqual(["kai@case.example"]);
  expect(file.reasons).toContain("We do not know whether “weg” in “Status” means that they left.");
  expect(file.departures.words).toEqual({ "1 aktiv": "unknown", "1 weg": "unknown" });
  const form = new FormData();
  form.set("departure-1", "word");
  form.set("word-0", "1 aktiv");
  form.set("word-1", "");
  const again = read(text, chosenDepartures(form, ["email", "Status"]));
  expect(again.new).toEqual(["kai@case.example", "noa@case.example", "pua@case.example"]);
  expect(again.departures.words).toEqual({ "1 aktiv": "stays", "1 weg": "unknown" });
});

it("a column that says nothing about it is not read, and is named if its name sounds like it", () => {
  const states = read("email,State,City\nkai@case.example,HI,Honolulu\nnoa@case.example,CA,Hilo");
  expect([states.new.length, states.columns, states.unread]).toEqual([2, [], ["State"]]);
  const mailchimp = read(
    "Email Address,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,LAST_CHANGED,NOTES\nkai@case.example,2,2024-03-14,,2024-03-14,2024-03-14,",
  );
  expect([mailchimp.new.length, mailchimp.columns, mailchimp.unread]).toEqual([1, [], []]);
  expect(read("email,SMS opt-in\nkai@case.example,no").new).toEqual(["kai@case.example"]);
});

it("at most thirty unknown words are kept, and none with an address", () => {
  const lines = Array.from({ length: 40 }, (_, at) => `person-${at}@case.example,word ${at}`);
  expect(Object.keys(read(["email,status", ...lines].join("\n")).departures.words)).toHaveLength(30);
  expect(read("email,status\nkai@case.example,noa@case.example").departures.words).toEqual({});
});
