import { Option, type Command } from 'commander'
import type { CheckoutClient } from '../checkout-client.ts'
import { MerchantId } from '../../contract/ids.ts'
import type { Clock, SetClock } from '../../contract/sandbox-clock.ts'
import type { Simulate } from '../../contract/sandbox-simulate.ts'
import type { Session } from '../../contract/session.ts'
import { asMerchantByKey } from './by-key.ts'
import { as } from './command-line/read-option.ts'
import { examples } from './command-line/examples.ts'
import type { Opening, Rehearsal } from './homologate/rehearsal.ts'
import type { SentEvent } from './verify/evidence.ts'

/** A merchant of the sandbox, and the API as that merchant calls it. */
export interface Merchant {
  merchantId: string
  client: CheckoutClient
}

/** The program that has the tools as its commands. */
export interface Host {
  name: 'checkout' | 'hosted-checkout'
  version: string
  /** Only beside the server. Without it the tools have what a merchant's API key allows. */
  operator?: OperatorAccess
}

/** What the tools can do with the database and the master key of the server, without an API key. */
export interface OperatorAccess {
  asMerchant<T>(
    command: Command,
    merchantId: string,
    work: (merchant: Merchant) => Promise<T>,
  ): Promise<T>
  readSecrets(command: Command, merchantId: string): Promise<readonly string[]>
  /** The secrets of a merchant, and the body that was sent under an event's id. */
  readSent(
    command: Command,
    what: { merchantId: string; eventId: string | undefined; now: Date },
  ): Promise<SentEvent & { secrets: string[] }>
  simulate(command: Command, sessionId: string, simulated: Simulate): Promise<Session>
  /** Answers the clock as it is when there is no change. */
  changeClock(merchantId: string, change: SetClock | undefined): Promise<Clock>
  openRehearsal<T>(
    command: Command,
    opening: Opening & { merchant: string },
    work: (rehearsal: Rehearsal) => Promise<T>,
  ): Promise<T>
}

/** A new command; beside the server it takes `--merchant`. */
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

/** The examples of a tool; `{merchant}` stands for `--merchant …`, where there is that. */
export function toolExamples({ name, operator }: Host, ...commands: string[]): string {
  const merchant = operator === undefined ? '' : EXAMPLE_MERCHANT
  const typed = commands.map((command) => command.replace(' {merchant}', merchant))
  return examples(name, [...new Set(typed)])
}

/** The variables that a tool reads, for its help. */
export function variablesText({ operator }: Host, variables: string): string {
  const when = operator === undefined ? 'The' : 'Without --merchant the'
  return `\n\n${when} variables ${variables} are read.`
}

/** Works as a merchant: by the operator's database for `--merchant`, else over the network with the merchant's key. */
export function asMerchantOf<T>(
  { operator }: Host,
  command: Command,
  work: (merchant: Merchant) => Promise<T>,
): Promise<T> {
  const { merchant } = command.opts<{ merchant?: string }>()
  return operator === undefined || merchant === undefined
    ? asMerchantByKey({ hasMerchantOption: operator !== undefined }, work)
    : operator.asMerchant(command, merchant, work)
}
