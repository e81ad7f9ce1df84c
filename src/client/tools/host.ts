import { Option, type Command } from 'commander'
import { MerchantId } from '#contract/ids.ts'
import type { Clock, SetClock } from '#contract/sandbox-clock.ts'
import type { SimulateSession } from '#contract/sandbox-simulate.ts'
import type { Session } from '#contract/session.ts'
import { asMerchantByKey, type Merchant } from './by-key.ts'
import { as } from './command-line/read-option.ts'
import { examples } from './command-line/examples.ts'
import { terminalOf } from './command-line/terminal-of.ts'
import type { Opening, Rehearsal } from './homologate/rehearsal.ts'

/** The program to which the tools are added as commands. */
export interface Host {
  name: 'checkout' | 'hosted-checkout'
  version: string
  /** Only beside the server. Without it the tools can do what a merchant's API key allows. */
  operator?: OperatorAccess
}

/** The body that was sent for an event; undefined when unknown. */
export interface SentEvent {
  sentBody: Uint8Array | undefined
  /** When it was made, and its deliveries were attempted. */
  sentAt?: readonly Date[]
  notes: string[]
}

/** Access through the server's database and master key instead of an API key. */
export interface OperatorAccess {
  asMerchant<T>(
    command: Command,
    merchantId: string,
    work: (merchant: Merchant) => Promise<T>,
  ): Promise<T>
  readSecrets(command: Command, merchantId: string): Promise<readonly string[]>
  /** The merchant's webhook secrets, and the body that was sent for an event. */
  readSent(
    command: Command,
    what: { merchantId: string; eventId: string | undefined; now: Date },
  ): Promise<SentEvent & { secrets: string[] }>
  simulate(command: Command, sessionId: string, simulated: SimulateSession): Promise<Session>
  /** Returns the unchanged clock when `change` is undefined. */
  changeClock(command: Command, merchantId: string, change: SetClock | undefined): Promise<Clock>
  openRehearsal<T>(
    command: Command,
    opening: Opening & { merchant: string },
    work: (rehearsal: Rehearsal) => Promise<T>,
  ): Promise<T>
}

/** Adds a command, with `--merchant` beside the server. */
export function toolCommand(program: Command, host: Host, name: string): Command {
  const command = program.command(name)
  return host.operator === undefined ? command : command.addOption(merchantOrKeyOption())
}

export function merchantOrKeyOption(): Option {
  return new Option(
    '--merchant <merchantId>',
    'as "merchants list" shows it; without, the variables API_URL and API_KEY say',
  ).argParser(as(MerchantId))
}

const EXAMPLE_MERCHANT = ' --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'

/** Examples of a tool; `{merchant}` becomes `--merchant …` beside the server, and is dropped elsewhere. */
export function toolExamples({ name, operator }: Host, ...commands: string[]): string {
  const merchant = operator === undefined ? '' : EXAMPLE_MERCHANT
  const typed = commands.map((command) => command.replace(' {merchant}', merchant))
  return examples(name, [...new Set(typed)])
}

export function variablesText({ operator }: Host, variables: string): string {
  const when = operator === undefined ? 'The' : 'Without --merchant the'
  return `\n\n${when} variables ${variables} are read.`
}

/** Runs `work` as a merchant: through the server's database for `--merchant`, else with API_KEY over the network. */
export function asMerchantOf<T>(
  { operator }: Host,
  command: Command,
  work: (merchant: Merchant) => Promise<T>,
): Promise<T> {
  const { merchant } = command.opts<{ merchant?: string }>()
  return operator === undefined || merchant === undefined
    ? asMerchantByKey(terminalOf(command), { hasMerchantOption: operator !== undefined }, work)
    : operator.asMerchant(command, merchant, work)
}
