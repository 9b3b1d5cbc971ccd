import { beginSession, keysOf, localAdmin } from "../../harness/serving/begin-session.ts";
import type { Stack } from "../../harness/serving/stack.ts";

const longName = "Kaleookalani Kahanamoku-Kealoha-Nāhiʻenaʻena-Wong-Yamamoto III"; // more than 60 characters
const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

const library = crypto.randomUUID();
const warehouse = crypto.randomUUID();

const places = [
  {
    id: library,
    key: "kaimuki-library",
    name: "Kaimukī Library",
    street: "1041 Koko Head Avenue",
    city: "Honolulu",
    island: "oahu",
    way_in: "The meeting room is behind the desk. After 6:00 PM ring at the side door.",
    bus: "Lines 1 and 9 stop in front of the library, at Waiʻalae and Koko Head Avenue",
    parking: "Free on the streets around after 5:00 PM; two accessible stalls in the lot behind the building, whose gate is closed at 9:00 PM",
    steps: "No steps from the street. The doors open by themselves.",
    quiet_space: "The reading room upstairs, by elevator",
    latitude: 21.2823,
    longitude: -157.7997,
    capacity: 40,
  },
  {
    id: warehouse,
    key: "warehouse",
    name: "The upstairs room of the old Kakaʻako warehouse, second door from the dock",
    street: "Corner of a street whose name is nearly as long as a name may be",
    city: "Honolulu, the part between two others",
    island: "oahu",
    steps: `Steps_that_go_on_${"and_on_".repeat(12)}until_the_door`,
  },
];

const events = [
  {
    key: "long",
    title: `An Evening with ${longName}`,
    tab_label: "A Very Long Name of an Evening That Has Another Half",
    tab_order: 3,
    starts_at: inHours(-1),
    ends_at: inHours(1),
    date_precision: "exact",
    place: "Kakaʻako",
    place_id: warehouse,
    attendee_limit: 24,
    co_hosts: [{ name: longName, url: "https://example.org/" }, { name: "Hui_".repeat(20) }],
    summary: "A title, a tab and a place that are as long as such things get.",
    about: "Names of people and places are long here. The page has to carry them.",
    is_published: true,
  },
  {
    key: "places",
    title: "Places for Ten",
    starts_at: inHours(24 * 20),
    ends_at: inHours(24 * 20 + 3),
    date_precision: "exact",
    place: "The upstairs room, Honolulu",
    summary: "An evening whose places are given here.",
    takes_reservations: true,
    attendee_limit: 10,
    party_limit: 4,
    is_published: true,
  },
  {
    key: "open",
    title: "Study Evening: Reading Blocks Together",
    starts_at: inHours(24 * 12),
    ends_at: inHours(24 * 12 + 2),
    date_precision: "exact",
    place: "Kaimukī",
    place_id: library,
    attendee_limit: 30,
    to_bring: "A laptop",
    co_hosts: [
      { name: "Hālau ʻo Kaimukī", url: "https://example.org/halau" },
      { name: "Library of Kaimukī" },
      { name: longName },
    ],
    summary: "We open a block explorer and read what stands there, line by line.",
    about: "Bring a laptop if you have one. Nobody needs a wallet.",
    ticket_url: "https://example.org/sample-tickets/study-evening",
    is_published: true,
  },
  {
    key: "next",
    title: "Study Evening: Reading Wallets Together",
    starts_at: inHours(24 * 40),
    date_precision: "month",
    place: "Kaimukī",
    place_id: library,
    summary: "We make a wallet and send it something.",
    is_published: true,
  },
  {
    key: "month",
    title: "Neighbor-Island Weekend",
    starts_at: inHours(24 * 70),
    date_precision: "month",
    place: "Hilo",
    summary: "Two days of talks and beach walks on the windward side.",
    is_published: true,
  },
];

const tabs = [
  { tab_key: "islands", label: "Islands", display_order: 6 },
  { tab_key: "empty", label: "An empty shelf", display_order: 7 },
  { tab_key: "lengthy", label: "A shelf with a name of nearly sixty characters, to see it", display_order: 8 },
];

const resources = Array.from({ length: 40 }, (_, index) => ({
  tab_key: "islands",
  title: index === 0 ? `Collected Papers of ${longName}` : `Island work ${index + 1}`,
  description:
    index === 1
      ? "A_word_without_any_place_to_break_that_goes_on_and_on_and_on_until_it_is_wider_than_every_card_on_this_page"
      : "A sample with one sentence, as most of them have.",
  url: "https://example.org/",
  resource_type: index % 3 === 2 ? "compact" : "resource_card",
  is_published: index !== 5,
  display_order: index,
}));

/** Fills a stack with what a site has after a while: long names, upcoming events, entries, messages, likes. */
export async function makeBusy(stack: Stack): Promise<void> {
  const insert = await insertAsAdmin(stack);
  await insert("places", places);
  await insert("events", events);
  await insert("education_tabs", tabs);
  await insert("education_resources", resources);
  const names = ["Kai", "Leilani Souza", "Noelani Park", "Pualani Kāneʻohe", "Sam Medeiros", longName];
  for (let index = 0; index < 24; index += 1) {
    const name = names[index % names.length] ?? "";
    const email = `${name.split(" ")[0]?.toLowerCase()}.${index}@example.org`;
    const visitor = { stack, address: `10.8.0.${index + 1}` };
    await post(visitor, index % 3 === 0 ? "/events/ethereum" : "/events/bitcoin", { name, email });
    if (index % 2 === 1) {
      const party = String((index % 4) + 1);
      await post(visitor, "/events/places", { name, email, party });
    }
    if (index % 2 === 0) await post(visitor, "/insights", { email });
    if (index % 4 === 0)
      await post(visitor, "/contact", { name, email, message: `Aloha. Do you come to Hilo, too? (${index})` });
    for (const [place, id] of ["101", "103", "106", "201"].entries())
      if (index % (place + 1) === 0)
        await post(visitor, "/education", { intent: "like", resource: `00000000-0000-4000-8000-000000000${id}` });
  }
}

async function insertAsAdmin({ settings }: Stack) {
  const key = settings.SUPABASE_PUBLISHABLE_KEY ?? "";
  const token = await beginSession(keysOf(settings), localAdmin(settings));
  return async (table: string, rows: object[]) => {
    for (const row of rows) {
      const answer = await fetch(`${settings.SUPABASE_URL}/rest/v1/${table}`, {
        method: "POST",
        headers: { apikey: key, Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify(row),
      });
      if (!answer.ok) throw new Error(`${table} took no row: ${answer.status} ${await answer.text()}`);
    }
  };
}

async function post(
  { stack, address }: { stack: Stack; address: string },
  path: string,
  fields: Record<string, string>,
): Promise<void> {
  const answer = await fetch(`${stack.url}${path}`, {
    method: "POST",
    headers: { Origin: stack.url, "CF-Connecting-IP": address },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  await answer.text();
  if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}`);
}
