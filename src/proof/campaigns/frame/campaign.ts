import { z } from 'zod'
import { EXIT } from '#client/tools/command-line/exit.ts'
import { PRODUCTION } from '#dashboard/build/build-plan.ts'
import { ensureBuild } from '#page/build/ensure.ts'
import { SANDBOX } from '#sandbox/build/build-plan.ts'
import { helpText, readCommandLine, runCommandLine } from '../../command-line/command-line.ts'
import { createOutput, type Output } from './output.ts'

/** A program that injects faults and reports whether the promises held: `npm run prove -- <name>`. */
interface Definition<Options extends z.ZodObject> {
  /** The name of its file. */
  name: string
  /** One line for the list of campaigns. */
  about: string
  details: string
  /** Printed after the flags; says when the exit code is 1. */
  notes: string
  options: Options
  /** Builds of the page that must exist before it runs. */
  needsBuild?: 'sandbox' | 'all'
  /** The process exits after the verdict, even with sockets open to killed processes. */
  leavesSockets?: boolean
  run: (options: z.output<Options>, output: Output) => Promise<Verdict>
}

export interface Verdict {
  /** Exit code 0; otherwise 1. */
  held: boolean
  /** Printed with `--json`. */
  summary: object
  /** Printed without it. */
  text: string
}

export interface Campaign {
  name: string
  about: string
  help: () => string
  /** Throws an error that names the wrong flag. */
  read: (args: readonly string[]) => object
  start: (args: readonly string[]) => Promise<void>
}

const REGISTERED = new Map<string, Campaign>()
const COMMON = z.object({
  json: z.boolean().default(false).describe('print one JSON document instead of lines'),
})

export function campaign<Options extends z.ZodObject>(definition: Definition<Options>): Campaign {
  const { name, about, details, notes } = definition
  const line = {
    command: `npm run prove -- ${name}`,
    about: details,
    options: z.intersection(definition.options, COMMON),
    notes,
  }
  const made: Campaign = {
    name,
    about,
    help: () => helpText(line),
    read: (args) => readCommandLine(line, args),
    start: (args) => runCommandLine(line, args, (options) => prove(definition, options)),
  }
  REGISTERED.set(name, made)
  return made
}

export function registered(name: string): Campaign | undefined {
  return REGISTERED.get(name)
}

async function prove<Options extends z.ZodObject>(
  { needsBuild, leavesSockets = false, run }: Definition<Options>,
  options: z.output<Options> & z.output<typeof COMMON>,
): Promise<void> {
  await build(needsBuild)
  const { held, summary, text } = await run(options, createOutput({ silent: options.json }))
  const code = held ? EXIT.success : EXIT.refusal
  process.exitCode = code
  // Node's own cleanup can spin forever over sockets of killed processes, with nothing open any more.
  process.once('beforeExit', () => process.exit(code))
  process.stdout.write(options.json ? `${JSON.stringify(summary, null, 2)}\n` : text, () => {
    if (leavesSockets) process.exit(code)
  })
}

async function build(needed: 'sandbox' | 'all' | undefined): Promise<void> {
  if (needed === undefined) return
  for (const plan of needed === 'all' ? [SANDBOX, PRODUCTION] : [SANDBOX]) await ensureBuild(plan)
}
