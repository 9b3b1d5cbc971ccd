import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * Reads the options and arguments of the command line that started this program. With --help it prints the usage and
 * exits; for an unknown option it prints the error and the usage and exits with 2.
 * @param usage one line per form of the command
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

/** Prints the message and exits with 2, the exit code for every invalid command line. */
export function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
