import { EXIT } from './exit.ts'

interface Script<Options> {
  help: string
  /** Throws an error whose message tells what is wrong with the arguments. */
  readOptions: (args: string[]) => Options
  run: (options: Options) => Promise<void>
}

/** Runs a script of the project with the arguments of its process; what is wrong with them is told in a line. */
export async function runScript<Options extends { help: boolean }>({
  help,
  readOptions,
  run,
}: Script<Options>): Promise<void> {
  let options: Options
  try {
    options = readOptions(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = EXIT.usage
    return
  }
  if (options.help) process.stdout.write(help)
  else await run(options)
}
