import { Command, CommanderError } from 'commander'
import type { z } from 'zod'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { readFlags } from './flags.ts'

/** A command of the proof wing. Its flags are its options' keys in kebab case. */
export interface CommandLine<Options extends z.ZodType = z.ZodType> {
  /** As typed before its flags, e.g. `npm run bench --`. */
  command: string
  about: string
  /** An object, or an intersection of objects; metadata (`FlagMeta`) describes an option in help. */
  options: Options
  /** Printed after the flags. */
  notes: string
}

const HELP_WIDTH = 130

/** Runs a command. Help goes to stdout; wrong usage and a `CommandFailure` are one message on stderr and their exit code. */
export async function runCommandLine<Options extends z.ZodType>(
  line: CommandLine<Options>,
  args: readonly string[],
  run: (options: z.output<Options>) => Promise<void>,
): Promise<void> {
  let options: z.output<Options>
  try {
    options = readCommandLine(line, args)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') process.stdout.write(helpText(line))
    else {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = EXIT.usage
    }
    return
  }
  try {
    await run(options)
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = error.exitCode
  }
}

/** Parses arguments. Throws a `CommanderError` that names the wrong flag. */
export function readCommandLine<Options extends z.ZodType>(
  line: CommandLine<Options>,
  args: readonly string[],
): z.output<Options> {
  const command = commandOf(line)
  command.parse([...args], { from: 'user' })
  const given = command.opts()
  const read = line.options.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const [key, index] = issue?.path ?? []
  const flag = readFlags(line.options).find((flag) => flag.key === key)
  if (issue === undefined || flag === undefined) throw read.error
  return command.error(`error: ${flag.refusal(issue, given[flag.key], index)}`)
}

export function helpText(line: CommandLine): string {
  return `${commandOf(line).helpInformation()}\n${line.notes}\n`
}

function commandOf(line: CommandLine): Command {
  const silent = () => undefined
  const command = new Command(line.command)
    .description(line.about)
    .helpOption('--help', 'this text')
    .configureHelp({ helpWidth: HELP_WIDTH })
    .configureOutput({ writeOut: silent, writeErr: silent })
    .exitOverride()
  for (const flag of readFlags(line.options)) command.addOption(flag.option)
  return command
}
