export interface AuditEntry {
  verb: string;
  table_name: string;
  row_id: string;
  changes: unknown;
}

export const tableNames: Record<string, string> = {
  education_tabs: "Tab",
  education_resources: "Resource",
  events: "Event",
  waitlist_entries: "Waitlist entry",
  newsletter_subscribers: "Subscriber",
  contact_messages: "Message",
  outbox: "Delivery",
  admin_users: "Admin",
  people: "Person",
};

export const verbNames: Record<string, string> = {
  insert: "Added",
  update: "Changed",
  delete: "Deleted",
  erase: "Erased",
};

/** Where the row of an entry is looked after; undefined where it has no page of its own, or none any more. */
export function pageOf({ verb, table_name, row_id }: AuditEntry): string | undefined {
  const folder = {
    education_tabs: "tabs",
    education_resources: "resources",
    events: "events",
    contact_messages: "messages",
  }[table_name];
  return folder && verb !== "delete" ? `/admin/${folder}/${row_id}` : undefined;
}

/** What changed, line by line: "label: Media → Films", "title: Films" for a whole row, "note" where no values are kept. */
export function linesOf({ verb, changes }: AuditEntry): string[] {
  if (!isObject(changes)) return [];
  if (Array.isArray(changes.columns)) return changes.columns.map(String);
  const columns = Object.entries(changes);
  if (verb !== "update") return columns.map(([name, value]) => `${name}: ${words(value)}`);
  return columns.map(([name, change]) => {
    const { old, new: next } = isObject(change) ? change : {};
    return `${name}: ${words(old)} → ${words(next)}`;
  });
}

export function nameOf({ changes }: AuditEntry): string | undefined {
  if (!isObject(changes)) return undefined;
  return [changes.title, changes.label].find((name) => typeof name === "string");
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function words(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(empty)";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
