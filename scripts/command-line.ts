import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * The options and words of the command line that started this program. With --help it says how the program is used and ends; with
 * what the program does not know it says so too, and ends with 2.
 * @param usage a line for each way
 */
export function readCommandLine<Config extends ParseArgsConfig>(usage: string, config: Config) {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ ...config, args });
  } catch (error) {
    return refuse(`${(error as Error).message}\n\n${usage}`);
  }
}

/** Ends with 2, as for every command line that cannot be understood. */
export function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
