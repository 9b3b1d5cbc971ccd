// PGlite sends the six messages of a statement one by one,
// each time through the whole of Postgres' main loop. Here a statement's parameter types are kept, so that from its
// second execution on all of its messages are sent at once.
import { PGlite } from "@electric-sql/pglite";

const [parse, bind, describe, execute, sync, ofStatement] = [..."PBDESS"].map((letter) => letter.charCodeAt(0));
const syncMessage = Uint8Array.of(sync ?? 0, 0, 0, 0, 4);
/** so that statements with values in their text do not fill the memory */
const mostDescriptions = 2000;

type Responses = Awaited<ReturnType<typeof PGlite.prototype.execProtocolStream>>;

interface Statement {
  /** its `parse` message */
  key: string;
  /** messages to send together with its execution */
  held: Uint8Array[];
  /** whether `sync` has been sent */
  ended: boolean;
}

const descriptions = new WeakMap<PGlite, Map<string, Responses>>();
const statements = new WeakMap<PGlite, Statement>();
const send = PGlite.prototype.execProtocolStream;

PGlite.prototype.execProtocolStream = async function (this: PGlite, message, options) {
  const kind = message[0];
  if (kind === parse) {
    statements.set(this, { key: Buffer.from(message).toString("latin1"), held: [message], ended: false });
    return [];
  }
  const statement = statements.get(this);
  if (!statement) return send.call(this, message, options);
  const { key, held } = statement;
  const described = descriptions.get(this) ?? new Map<string, Responses>();
  descriptions.set(this, described);
  if (kind === describe && message[5] === ofStatement) {
    const known = described.get(key);
    if (known) return known;
    const found = await send.call(this, Buffer.concat([...held.splice(0), message]), options);
    if (described.size >= mostDescriptions) described.clear();
    described.set(key, found);
    return found;
  }
  if (kind === bind || kind === describe) {
    held.push(message);
    return [];
  }
  if (kind === execute) {
    statement.ended = true;
    try {
      return await send.call(this, Buffer.concat([...held, message, syncMessage]), options);
    } catch (error) {
      described.delete(key);
      throw error;
    }
  }
  statements.delete(this);
  return statement.ended ? [] : send.call(this, message, options);
};
