import { cpuTime } from "../../harness/processes.ts";
import { encodeForm, exchange, formType } from "../../harness/serving/exchange.ts";
import { startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";

const guests = 300;
const networks = 1000;
const formsOfANetwork = 3;
/** The documented default of MAIL_STRANGERS_A_MINUTE. */
const pace = 20;
/** As many at once as the embedded database serves; it answers 503 to more, and those try again. */
const lanes = 8;
const room = "192.0.2.50";
const tables = ["public.newsletter_subscribers", "public.mails", "private.spending"];

export interface FloodFindings {
  forms: number;
  /** People of the room who were refused, or are not in the database. */
  lost: number;
  /** Minutes of the queue until the last of the room's emails leaves. */
  lastEmail: number;
  rowsOfAForm: number;
  bytesOfAForm: number;
  /** CPU time of the Worker, in milliseconds. */
  cpuOfAForm: number;
}

interface Subscription {
  email: string;
  address: string;
}

const guest = (index: number): Subscription => ({ email: `guest-${index}@room.example`, address: room });
const stranger = (index: number): Subscription => ({
  email: `flood-${index}@hostile.example`,
  address: `2001:db8:${(index % networks).toString(16)}::1`,
});

/**
 * Subscribes 300 people behind one address to the newsletter, alone or among 3,000 forms of 1,000 networks, and lets
 * the database believe that one minute after the other is over until everybody of the room has their email.
 */
export async function flood(template: string, isFlooded: boolean): Promise<FloodFindings> {
  const provider = await startMailProvider();
  const stack = await startStack(template, { ...provider.settings, MAIL_STRANGERS_A_MINUTE: String(pace) });
  try {
    const strangers = isFlooded ? networks * formsOfANetwork : 0;
    const between = strangers / guests;
    const forms = Array.from({ length: guests }, (_, index) => [
      guest(index),
      ...Array.from({ length: between }, (_, next) => stranger(index * between + next)),
    ]).flat();
    const size = async () => {
      const counts = tables.map((table) => `(select count(*) from ${table})`).join(" + ");
      const bytes = tables.map((table) => `pg_total_relation_size('${table}')`).join(" + ");
      const [row] = await stack.query(`select ${counts} as rows, ${bytes} as bytes`, []);
      return { rows: Number(row?.rows), bytes: Number(row?.bytes) };
    };
    const cron = () => exchange(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
    await cron();
    const before = { ...(await size()), cpu: cpuTime(stack.workerPid) };
    const refused = new Set<string>();
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        for (let index = lane; index < forms.length; index += lanes) {
          const each = forms[index] as Subscription;
          if (!(await subscribes(stack.url, stack.settings.SITE_ORIGIN ?? "", each))) refused.add(each.email);
        }
      }),
    );
    const cpu = cpuTime(stack.workerPid) - before.cpu;
    const after = await size();

    const served = () =>
      new Set(provider.mailbox.mails.map(({ to }) => to[0]).filter((email) => email?.endsWith("@room.example"))).size;
    let minutes = 0;
    for (; served() < guests && minutes < (2 * forms.length) / pace; minutes += 1) {
      await stack.query(
        "update private.spending set at = at - interval '61 seconds' where what = 'strangers-sent'",
        [],
      );
      await cron();
    }
    const rows = await stack.query(
      "select email from public.newsletter_subscribers where email like '%@room.example'",
      [],
    );
    const stored = new Set(rows.map(({ email }) => String(email)));
    const lost = Array.from({ length: guests }, (_, index) => guest(index).email).filter(
      (email) => refused.has(email) || !stored.has(email),
    );
    return {
      forms: forms.length,
      lost: lost.length + (guests - served()),
      lastEmail: minutes,
      rowsOfAForm: (after.rows - before.rows) / forms.length,
      bytesOfAForm: (after.bytes - before.bytes) / forms.length,
      cpuOfAForm: cpu / forms.length,
    };
  } finally {
    await Promise.all([stack.stop(), provider.stop()]);
  }
}

async function subscribes(url: string, origin: string, { email, address }: Subscription): Promise<boolean> {
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await exchange(url, "/insights", {
      method: "POST",
      headers: {
        "Content-Type": formType,
        "CF-Connecting-IP": address,
        Origin: origin,
        "Sec-Fetch-Site": "same-origin",
      },
      body: encodeForm({ email }),
    });
    if (answer.status !== 503) return answer.status === 303;
  }
  return false;
}
