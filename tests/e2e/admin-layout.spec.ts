import sharp from "sharp";
import { signedAddress } from "../../harness/serving/signed-address.ts";
import { signIn } from "./admin.ts";
import { currentStack, expect, store, stored, test } from "./fixtures.ts";
import { enlargeText, findBrokenWords, findLayoutFaults, findSmallTargets, walkWithTab } from "./layout.ts";

const longName = "Kaleookalani Kahanamoku-Kealoha Nāhiʻenaʻenakaʻahumanuolanii";

test("the box of a person in a list leaves the name free in every window", async ({ page, unique }) => {
  const email = `${unique}@example.org`;
  expect((await page.request.post("/events", { form: { name: longName, email, event: "bitcoin" } })).ok()).toBe(true);
  const [bitcoin] = await stored("events", "key=eq.bitcoin");
  await signIn(page);
  await page.goto(`/admin/events/${bitcoin?.id}/people?q=${unique}`);
  const row = page.locator("tbody th[scope=row]");
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [box, name] = [await row.getByRole("checkbox").boundingBox(), await row.getByRole("link").boundingBox()];
    expect(name?.x, `${width} px`).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0));
  }
});

test("the pages of /admin fit every window and text size with 60-character names, and work with the Tab key", async ({
  page,
  unique,
}) => {
  test.setTimeout(120_000);
  const email = `${unique}.kaleookalani.kahanamoku-kealoha.nahienaena@example.org`;
  for (const [path, form] of [
    ["/events", { name: longName, email, event: "bitcoin" }],
    ["/contact", { name: longName, email, message: "Aloha" }],
    ["/insights", { email }],
  ] as const)
    expect((await page.request.post(path, { form })).ok()).toBe(true);
  const event = await store("events", { key: unique, title: longName, place: longName, summary: longName });
  const tab = await store("education_tabs", { tab_key: unique, label: longName, display_order: 99 });
  const resource = await store("education_resources", {
    ...{ tab_key: unique, title: longName, description: longName, url: `https://${unique}.example/` },
    resource_type: "compact",
  });
  const [message] = await stored("contact_messages", `email=eq.${email}`);
  const [entry] = await stored("waitlist_entries", `email=eq.${email}`);
  const [bitcoin] = await stored("events", "key=eq.bitcoin");
  await signIn(page);
  const text = { title: longName, excerpt: longName, category: longName.slice(0, 60), author: longName, slug: unique };
  const drawn = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#0f3f4a" } })
    .png()
    .toBuffer();
  const shown = await page.request.post("/admin/pictures", {
    headers: { Origin: new URL(currentStack().url).origin },
    multipart: { alt: `${longName} ${unique}`, picture: { name: "a.png", mimeType: "image/png", buffer: drawn } },
  });
  const markdown = `## ${longName}\n\n| ${longName} | ${longName} |\n|---|---|\n| ${longName} | ${longName} |`;
  const written = await page.request.post("/admin/articles/new", { form: { kind: "article", ...text, markdown } });
  const article = new URL(written.url()).pathname;
  const found: string[] = [];
  for (const path of [
    ...["/admin?done=signed-in", "/admin/analytics", "/admin/people", "/admin/account", "/admin/admins"],
    ...[`/admin/log?q=${unique}`, "/admin/tabs", "/admin/doctor", `/admin/tabs/${tab.id}`],
    ...[`/admin/resources?tab=${unique}`, `/admin/resources/${resource.id}`, "/admin/resources/new"],
    ...[
      "/admin/articles",
      "/admin/articles/new",
      article,
      `${article}/picture`,
      `${article}/text-picture`,
      `${article}/preview`,
      `${article}/revisions/1`,
    ],
    ...[
      "/admin/events",
      `/admin/events/${event.id}/details`,
      `/admin/events/${event.id}/poster?q=${unique}`,
      ...[
        "",
        "/details",
        "/people",
        "/questions",
        "/questions/counts",
        "/questions/new?ready=heard",
        "/links",
        "/emails",
        "/afterwards",
      ].map((part) => `/admin/events/${bitcoin?.id}${part}`),
    ],
    ...[`/admin/pictures?q=${unique}`, new URL(shown.url()).pathname],
    ...[`/admin/events/${bitcoin?.id}/people?q=${unique}`, `/admin/events/${bitcoin?.id}/people/${entry?.id}`],
    ...[`/admin/subscribers?q=${unique}`, `/admin/messages?q=${unique}`, `/admin/messages/${message?.id}`],
  ]) {
    const note = (where: string, faults: string[]) =>
      found.push(...faults.map((fault) => `${path}, ${where}: ${fault}`));
    const findTextFaults = async () => [
      ...(await page.evaluate(findLayoutFaults)),
      ...(await page.evaluate(findBrokenWords)),
    ];
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await page.goto(await signedAddress(path)))?.status(), path).toBe(200);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveCount(1);
    note("1280 px", [...(await findTextFaults()), ...(await page.evaluate(findSmallTargets))]);
    await page.evaluate(enlargeText, 200);
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      note(`${width} px, text at 200 %`, await findTextFaults());
    }
    await page.evaluate(enlargeText, 100);
    await page.setViewportSize({ width: 320, height: 640 });
    note("320 px", [...(await findTextFaults()), ...(await page.evaluate(findSmallTargets))]);
    note("320 px", await walkWithTab(page, ["Shift+Tab"]));
  }
  expect([...new Set(found)]).toEqual([]);
});
