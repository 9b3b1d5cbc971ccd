import { newCredentialKey, rotatedKeys } from "../harness/credential-keys.ts";
import { readCommandLine } from "./command-line.ts";

const usage = `npm run credential-key --silent                        prints a first CREDENTIAL_KEYS
npm run credential-key --silent -- https://your.domain  prints one with a new key in front of the public parts of the site's keys,
                                                       so that credentials from before stay good`;

const [origin] = readCommandLine(usage, { allowPositionals: true }).positionals;
if (!origin) {
  process.stdout.write(newCredentialKey());
} else {
  const answer = await fetch(new URL("/.well-known/did.json", origin));
  if (!answer.ok) throw new Error(`${answer.url} answers ${answer.status}: this site has no keys of credentials.`);
  process.stdout.write(rotatedKeys(await answer.json()));
}
