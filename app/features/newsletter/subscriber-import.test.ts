import { describe, expect, it } from "vitest";
import { guessColumns } from "../../admin/import-noun.ts";
import { subscriberImport } from "./subscriber-import.ts";

// First lines as exported by these services (docs/admin.md gives our sources).
const heads: [service: string, head: string, email: string, subscribed: string | null][] = [
  [
    "Mailchimp",
    "Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS",
    "Email Address",
    "OPTIN_TIME",
  ],
  [
    "Mailchimp, who unsubscribed",
    "Email Address,First Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON",
    "Email Address",
    "OPTIN_TIME",
  ],
  [
    "Substack",
    "email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at",
    "email",
    "created_at",
  ],
  ["Buttondown", "id,email_address,notes,metadata,tags,creation_date,type", "email_address", "creation_date"],
  [
    "Luma",
    "api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url,amount,ticket_name",
    "email",
    "created_at",
  ],
  [
    "Eventbrite",
    "Order no.,Order Date,First Name,Surname,Email,Quantity,Ticket Type,Order Type,Total Paid,Eventbrite Fees,Attendee Status,Buyer Email",
    "Email",
    "Order Date",
  ],
  ["this site", "email,subscribed_at,confirmed_at,left_at", "email", "subscribed_at"],
];

describe("columns of a subscriber file", () => {
  it.each(heads)("are recognized by name in an export of %s", (_, head, email, subscribed) => {
    const columns = head.split(",");
    const guessed = guessColumns(columns, subscriberImport.fields);
    const named = (name: string) => (guessed[name] === undefined ? null : columns[guessed[name]]);
    expect([named("email"), named("subscribed_at")]).toEqual([email, subscribed]);
  });

  it("are not guessed in a Meetup export, which has no email address", () => {
    const columns = "Name,User ID,Title,Event Host,RSVP,Guests,RSVPed on,Joined Group on,URL of Member Profile".split(
      ",",
    );
    expect(guessColumns(columns, subscriberImport.fields)).toEqual({});
  });

  it("are each used once", () => {
    expect(guessColumns(["Email", "email", "created_at"], subscriberImport.fields)).toEqual({
      email: 0,
      subscribed_at: 2,
    });
  });
});

describe("a line of a subscriber file", () => {
  const check = (email: string, more: Record<string, string> = {}) => subscriberImport.check({ email, ...more });

  it("becomes an address with its subscription date", () => {
    expect(check("Kai@example.org", { subscribed_at: "2024-03-14 09:12:31" })).toEqual({
      checked: { subscribed_at: "2024-03-14T09:12:31.000Z" },
      key: "kai@example.org",
      email: "Kai@example.org",
    });
  });

  it.each([
    ["", "It has no email address."],
    ['=HYPERLINK("https://example.org")', "begins with “=”"],
    ["=kai@example.org", "begins with “=”"],
    ["kai", "This is not an email address: “kai”. Write it like kai@example.org."],
    ["kai@example.org, noa@example.org", "It has two email addresses. Give each person a line of their own."],
  ])("with %j is rejected: %s", (email, words) => {
    expect(check(email)).toEqual({ reason: expect.stringContaining(words) });
  });

  it.each([
    ["Kai Example <kai@example.org>", "kai@example.org"],
    ['"Example, Kai" <kai@example.org>;', "kai@example.org"],
    ["kai@example.org <kai@example.org>", "kai@example.org"],
    ["mailto:kai@example.org?subject=Aloha", "kai@example.org"],
    ["kai@example.org,", "kai@example.org"],
    ["\u200bkai\u2060@example.org\u202c", "kai@example.org"],
    ["kai@bücher.example", "kai@xn--bcher-kva.example"],
    ["kai?x@example.org", "kai?x@example.org"],
  ])("with the address %j is about %s", (written, email) => {
    expect(check(written)).toMatchObject({ email });
  });

  it.each([
    ["2024-03-14", "2024-03-14T00:00:00.000Z"],
    ["2024-03-14T09:12:31.123Z", "2024-03-14T09:12:31.123Z"],
    ["2017-01-27 15:51:40+00:00", "2017-01-27T15:51:40.000Z"],
    ["2026-05-20T10:00:00-10:00", "2026-05-20T20:00:00.000Z"],
    ["03/14/2024", "2024-03-14T00:00:00.000Z"],
    ["5/20/26 18:00", "2026-05-20T18:00:00.000Z"],
    ["", null],
  ])("reads the subscription time %j as %j", (text, at) => {
    expect(check("kai@example.org", { subscribed_at: text })).toMatchObject({ checked: { subscribed_at: at } });
  });

  it.each([
    ["2024-02-31", "When they subscribed: “2024-02-31” is a day that does not exist."],
    ["yesterday", "When they subscribed: “yesterday” is not a date that we can read"],
    ["5/6/2026", "When they subscribed: “5/6/2026” can be two days: choose"],
  ])("with the subscription time %j is rejected: %s", (text, words) => {
    expect(check("kai@example.org", { subscribed_at: text })).toEqual({ reason: expect.stringContaining(words) });
  });
});
