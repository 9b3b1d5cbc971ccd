import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { momentText } from "../../app/platform/text/site-time.ts";
import { defaultSite } from "../../app/site.ts";
import { createMailbox, type KeptMail, type Mailbox, mailPaths } from "./mailbox.ts";

export interface MailPage {
  url: string;
  mailbox: Mailbox;
  /** settings that make the Worker send its emails here */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

const apiKey = "re_local-mail-page";
/** Far more than a batch of 100 of our emails. */
const mostBytes = 10_000_000;

/** Reading an email here requires no scripts and nothing from other hosts. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http://localhost:* https:; frame-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * Accepts emails like Resend, delivers none of them, and shows each as a page: HTML, text, headers, working links.
 * @param port 0 for any free port
 * @param from the sender of the emails
 * @param postalAddress printed in newsletter issues
 */
export async function startMailPage(
  port: number,
  from: string,
  secret: string,
  postalAddress: string,
): Promise<MailPage> {
  const mailbox = createMailbox(apiKey);
  const server = createServer((request, response) => {
    answer(request, mailbox).then(
      ({ status, type, body }) => {
        response.writeHead(status, {
          "Content-Type": type,
          "Content-Security-Policy": policy,
          "Cache-Control": "no-store",
        });
        response.end(body);
      },
      () => response.writeHead(400).end(),
    );
  });
  server.listen(port, "127.0.0.1");
  await new Promise<void>((done, fail) => {
    server.once("listening", () => done());
    server.once("error", fail);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin.replace("127.0.0.1", "localhost"),
    mailbox,
    settings: {
      MAIL_FROM: from,
      MAIL_REPLY_TO: from,
      MAIL_API_URL: `${origin}/emails`,
      MAIL_API_KEY: apiKey,
      MAIL_SECRET: secret,
      ISSUES_FROM: from,
      ISSUES_API_URL: `${origin}/emails`,
      ISSUES_API_KEY: apiKey,
      ISSUES_POSTAL_ADDRESS: postalAddress,
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Page {
  status: number;
  type: string;
  body: string;
}

const html = (body: string, status = 200): Page => ({ status, type: "text/html; charset=utf-8", body });
const json = (body: unknown, status = 200): Page => ({ status, type: "application/json", body: JSON.stringify(body) });

async function answer(request: IncomingMessage, mailbox: Mailbox): Promise<Page> {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  if (mailPaths.includes(pathname)) {
    const { status, body } = mailbox.take(pathname, request.method ?? "", request.headers, await readJson(request));
    return json(body, status);
  }
  if (pathname === "/domains") return json({ data: [{ name: defaultSite.email.split("@")[1], status: "verified" }] });
  if (pathname === "/") return html(listPage(mailbox.mails));
  if (pathname === "/mails.json") return json(mailbox.mails);
  const [, id, extension] = /^\/mails\/([0-9a-f-]{36})(\.html)?$/.exec(pathname) ?? [];
  const mail = mailbox.mails.find((each) => each.id === id);
  if (!mail) return html(frame("No such mail", '<p><a href="/">All mails</a></p>'), 404);
  return html(extension ? inNewTabs(mail.html) : mailPage(mail));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > mostBytes) throw new Error("too large");
    parts.push(part as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    return undefined;
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** An address without the mark of its sentence, or the parenthesis around it. */
const address = /(https?:\/\/(?:\([^\s()<>"]*\)|[^\s()<>"])+(?<![.,;:!?\]’”]))/;

/** Returns the text of an email as HTML. */
export const textWithLinks = (text: string) =>
  text
    .split(address)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join("");

const frame = (title: string, body: string) =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>${escaped(title)}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f3f5f6;padding:1rem}iframe{width:100%;height:42rem;border:1px solid #bbb}
dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;

function listPage(mails: KeptMail[]): string {
  const rows = mails
    .toReversed()
    .map(
      ({ id, at, to, subject }) =>
        `<li><a href="/mails/${id}">${escaped(subject)}</a> to ${escaped(to.join(", "))}, ${momentText(at)}</li>`,
    );
  const list =
    rows.length > 0 ? `<ol reversed>${rows.join("")}</ol>` : "<p>Every mail that the site sends appears here.</p>";
  return frame("Mails", `<p>Nothing here leaves this machine. Reload to see more.</p>${list}`);
}

function mailPage(mail: KeptMail): string {
  const headers = {
    From: mail.from,
    To: mail.to.join(", "),
    ...(mail.reply_to ? { "Reply-To": mail.reply_to } : {}),
    ...mail.headers,
  };
  const rows = Object.entries(headers).map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  const files = (mail.attachments ?? []).map(
    ({ filename, content, content_type: type }) =>
      `<dt>Attached</dt><dd><a download="${escaped(filename)}" href="data:${escaped(type)};base64,${escaped(content)}">${escaped(filename)}</a></dd>`,
  );
  return frame(
    mail.subject,
    `<p><a href="/">All mails</a></p><dl>${[...rows, ...files].join("")}</dl>
<h2>HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${mail.id}.html"></iframe>
<h2>Text</h2><pre>${textWithLinks(mail.text)}</pre>`,
  );
}

/** Within the frame, a link would otherwise show the site inside the email. */
const inNewTabs = (page: string) => page.replace("<head>", '<head><base target="_blank">');
