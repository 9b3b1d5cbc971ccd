import type { Page } from "@playwright/test";
import { signIn } from "./admin.ts";
import { expect, test } from "./fixtures.ts";

/** What Google Docs puts on the clipboard: everything in a b that is not bold, and bold as a style. */
const ofDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1b2f3a4c-7fff-5d4e-0f1a-2b3c4d5e6f70"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;font-style:normal;">Program</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;font-style:normal;">Meet </span><span style="font-size:11pt;font-weight:700;font-style:normal;">Kai</span><span style="font-size:11pt;font-weight:700;font-style:italic;"> and Leilani</span><span style="font-weight:400;"> at </span><a href="https://example.org/hall_(old)" style="text-decoration:none;"><span style="font-weight:400;color:#1155cc;text-decoration:underline;">the hall</span></a><span style="font-weight:400;">, 2 * 3 tables.</span></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span style="font-weight:400;">Inside</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr"><span style="font-weight:400;">Two</span></p></li></ul><ol><li dir="ltr"><p dir="ltr"><span style="font-style:italic;">First</span></p></li></ol><div dir="ltr"><table style="border:none;"><tbody><tr><td><p dir="ltr"><span>Time</span></p></td><td><p dir="ltr"><span>Talk</span></p></td></tr><tr><td><p dir="ltr"><span>6 PM</span></p></td><td><p dir="ltr"><span>A | B</span></p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`;
const markdownOfDocs = `## Program

Meet **Kai** ***and Leilani*** at [the hall](https://example.org/hall_%28old%29), 2 \\* 3 tables.

- One
  - Inside
- Two
1. *First*

| Time | Talk |
| --- | --- |
| 6 PM | A \\| B |`;

/** What Word puts there: a page with styles and comments, and lists that are paragraphs. */
const ofWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal { margin:0in; font-family:"Calibri",sans-serif; } --></style></head>
<body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->
<h1>Program<o:p></o:p></h1>
<p class=MsoNormal>Meet <b>Kai<o:p></o:p></b> at
<a href="https://example.org/hall">the hall</a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>One<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l1 level2 lfo2'><![if !supportLists]><span
style='mso-list:Ignore'>a.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Two<o:p></o:p></p>
<p class=MsoNormal>1. That is no list.<br>style=none<o:p></o:p></p>
<!--EndFragment--></body></html>`;
const markdownOfWord = `## Program

Meet **Kai** at [the hall](https://example.org/hall).

- One
   1. Two

1\\. That is no list.\\
style=none`;

/** What an editor of code puts there: colors. */
const ofCode = `<meta charset='utf-8'><div style="color:#000;font-family:monospace;white-space:pre;"><div><span style="font-weight:bold;">## Aloha</span></div></div>`;

/** Pastes as a browser does. @returns whether the page took it, so that the browser does not */
const paste = (page: Page, html: string, text: string) =>
  page.getByLabel("Text", { exact: true }).evaluate(
    (field, given) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", given.html);
      clipboardData.setData("text/plain", given.text);
      const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData });
      return !field.dispatchEvent(event);
    },
    { html, text },
  );

for (const path of ["/admin/articles/new", "/admin/issues/new"])
  test(`a document pasted into the text at ${path} becomes Markdown`, async ({ page, scripts }) => {
    await signIn(page);
    await page.goto(path);
    const text = page.getByLabel("Text", { exact: true });
    await text.fill("Before. After.");
    if (!scripts) return expect(text).toBeEditable();

    await expect(page.locator("[data-recovered]")).toHaveCount(0);
    await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(8, 8));
    await expect.poll(() => paste(page, ofWord, "Program")).toBe(true);
    await expect(text).toHaveValue(`Before. ${markdownOfWord}After.`);
    await page.keyboard.press("Control+z");
    await expect(text).toHaveValue("Before. After.");

    await text.fill("");
    expect(await paste(page, ofDocs, "Program")).toBe(true);
    await expect(text).toHaveValue(markdownOfDocs);
    expect(await paste(page, ofCode, "## Aloha")).toBe(false);
    expect(await paste(page, "", "Aloha")).toBe(false);
  });
