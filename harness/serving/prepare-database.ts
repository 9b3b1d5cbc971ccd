// Runs as a separate process, because the embedded Postgres holds a few hundred megabytes until its process ends.
// With --samples, an empty database gets the sample season; SEED=none omits all samples.
import { prepareDatabase } from "./embedded-supabase.ts";

const account = (role: "ADMIN" | "MEMBER") => ({
  email: process.env[`LOCAL_${role}_EMAIL`] ?? "",
  password: process.env[`LOCAL_${role}_PASSWORD`] ?? "",
  admin: role === "ADMIN",
});

try {
  await prepareDatabase(
    [account("ADMIN"), account("MEMBER")],
    process.env.SEED !== "none",
    process.argv.includes("--samples"),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
