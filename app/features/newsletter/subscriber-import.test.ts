import { describe, expect, it } from "vitest";
import { guessColumns } from "../../admin/import-noun.ts";
import { instantIn, subscriberImport } from "./subscriber-import.ts";

// First lines as exported by these services (docs/admin.md gives our sources).
const heads: [service: string, head: string, email: string, subscribed: string | null, left: string | null][] = [
  [
    "Mailchimp",
    "Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS",
    "Email Address",
    "OPTIN_TIME",
    null,
  ],
  [
    "Mailchimp, who unsubscribed",
    "Email Address,First Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON",
    "Email Address",
    "OPTIN_TIME",
    "UNSUB_TIME",
  ],
  [
    "Substack",
    "email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at",
    "email",
    "created_at",
    "email_disabled",
  ],
  ["Buttondown", "id,email_address,notes,metadata,tags,creation_date,type", "email_address", "creation_date", null],
  [
    "Luma",
    "api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url,amount,ticket_name",
    "email",
    "created_at",
    null,
  ],
  [
    "Eventbrite",
    "Order no.,Order Date,First Name,Surname,Email,Quantity,Ticket Type,Order Type,Total Paid,Eventbrite Fees,Attendee Status,Buyer Email",
    "Email",
    "Order Date",
    null,
  ],
  ["this site", "email,subscribed_at,confirmed_at,left_at", "email", "subscribed_at", "left_at"],
];

describe("columns of a subscriber file", () => {
  it.each(heads)("are recognized by name in an export of %s", (_, head, email, subscribed, left) => {
    const columns = head.split(",");
    const guessed = guessColumns(columns, subscriberImport.fields);
    const named = (name: string) => (guessed[name] === undefined ? null : columns[guessed[name]]);
    expect([named("email"), named("subscribed_at"), named("left")]).toEqual([email, subscribed, left]);
  });

  it("are not guessed in a Meetup export, which has no email address", () => {
    const columns = "Name,User ID,Title,Event Host,RSVP,Guests,RSVPed on,Joined Group on,URL of Member Profile".split(
      ",",
    );
    expect(guessColumns(columns, subscriberImport.fields)).toEqual({});
  });

  it("are each used once", () => {
    expect(guessColumns(["Email", "email", "status"], subscriberImport.fields)).toEqual({ email: 0, left: 2 });
  });
});

describe("a line of a subscriber file", () => {
  const check = (email: string, more: Record<string, string> = {}) => subscriberImport.check({ email, ...more });

  it("becomes an address with its subscription date", () => {
    expect(check("Kai@example.org", { subscribed_at: "2024-03-14 09:12:31", left: "false" })).toEqual({
      checked: { subscribed_at: "2024-03-14T09:12:31.000Z" },
      key: "kai@example.org",
      email: "Kai@example.org",
    });
  });

  it.each([
    ["", {}, "It has no email address."],
    ['=HYPERLINK("https://example.org")', {}, "begins with “=”"],
    ["=kai@example.org", {}, "begins with “=”"],
    ["kai", {}, "This is not an email address."],
    ["kai@example.org, noa@example.org", {}, "This is not an email address."],
    ["kai@example.org", { left: "unsubscribed" }, "The file says that they left."],
    ["kai@example.org", { left: "TRUE" }, "The file says that they left."],
    ["kai@example.org", { left: "2024-03-14 09:12:31" }, "The file says that they left."],
  ])("with %j %j is rejected: %s", (email, more, words) => {
    expect(check(email, more as Record<string, string>)).toEqual({ reason: expect.stringContaining(words) });
  });

  it.each(["", "false", "no", "0", "subscribed", "active", "regular"])("with the state %j is accepted", (left) => {
    expect(check("kai@example.org", { left })).toHaveProperty("checked");
  });

  it.each([
    ["2024-03-14", "2024-03-14T00:00:00.000Z"],
    ["2024-03-14T09:12:31.123Z", "2024-03-14T09:12:31.123Z"],
    ["2017-01-27 15:51:40+00:00", "2017-01-27T15:51:40.000Z"],
    ["2026-05-20T10:00:00-10:00", "2026-05-20T20:00:00.000Z"],
    ["2024-02-31", null],
    ["03/14/2024", null],
    ["yesterday", null],
    ["", null],
  ])("reads the subscription time %j as %j", (text, at) => {
    expect(instantIn(text)).toBe(at);
  });
});
