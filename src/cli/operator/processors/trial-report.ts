import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Environment } from '#contract/environment.ts'
import { formatMoney } from '#domain/money.ts'
import type { AccountTrial, TrialMoney } from '#server/processors/account-trial/try-account.ts'
import type { StepResult } from '#server/processors/account-trial/steps.ts'
import type { ProcessorBasis } from '#server/processors/processor.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import packageJson from '#package.json' with { type: 'json' }
import type { ConfiguredAccount } from './configured-accounts.ts'

/** What an operator has seen of an account: `report.json`, and the output with `--json`. */
export interface TrialReport {
  object: 'processor_homologation'
  /** Whether all that ran has passed. */
  passed: boolean
  /** Whether every step was shown. */
  complete: boolean
  account: string
  module: string
  dialect: string | null
  /** What the module was built against; null: it does not say. */
  builtAgainst: ProcessorBasis | null
  environment: Environment
  hosts: readonly string[]
  versions: { checkout: string; node: string }
  startedAt: string
  finishedAt: string
  steps: readonly StepResult[]
  /** What no document says, and the trial has found out, by the name of the question. */
  settled: Readonly<Record<string, string>>
  /** Fields in the bank's answers that the API's document does not have. */
  unknownFields: readonly string[]
  money: TrialMoney & {
    stayedMinor: number
    /** What to do about money that stayed at the account; null: none did. */
    toDo: string | null
  }
}

interface Facts {
  account: ConfiguredAccount
  environment: Environment
  startedAt: Date
  finishedAt: Date
  unknownFields: ReadonlySet<string>
}

export function reportOf(
  { steps, settled, money, isBrokenOff }: AccountTrial,
  { account, environment, startedAt, finishedAt, unknownFields }: Facts,
): TrialReport {
  const { name, module, processor } = account
  return {
    object: 'processor_homologation',
    passed: !isBrokenOff && steps.every(({ status }) => status !== 'failed'),
    complete: steps.every(({ status }) => status !== 'not_shown'),
    account: name,
    module,
    dialect: processor?.dialect?.name ?? null,
    builtAgainst: processor?.dialect?.basis ?? null,
    environment,
    hosts: processor?.hosts ?? [],
    versions: { checkout: packageJson.version, node: process.versions.node },
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    steps,
    settled,
    unknownFields: [...unknownFields].toSorted(),
    money: {
      ...money,
      stayedMinor: money.receivedMinor - money.givenBackMinor,
      toDo: whatToDo(money),
    },
  }
}

function whatToDo(money: TrialMoney): string | null {
  const { receivedMinor, givenBackMinor, currency, payments } = money
  const stayed = receivedMinor - givenBackMinor
  if (stayed === 0) return null
  const names = payments.map(
    ({ paymentId, references: { endToEndId, txid } }) =>
      [endToEndId, txid].filter((name) => name !== undefined).join(', txid ') || paymentId,
  )
  return (
    `${formatMoney({ amount: stayed, currency }, 'en')} of ${formatMoney({ amount: receivedMinor, currency }, 'en')} is not known ` +
    `to have gone back. Look for this Pix in the bank's app or web site (${names.join('; ')}), see what of it was returned, ` +
    'and return the rest there ("devolver"). The checkout does not know of it: neither it nor its refunds will do that.'
  )
}

const FILES_ARE_KEPT = 'name another file, so that no report is lost'

/** Refuses a file that cannot be written, before anything is done at the bank. */
export function openReportFile(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const path = resolve(file)
  if (existsSync(path)) throw new CommandFailure(`${path} is there already: ${FILES_ARE_KEPT}.`)
  try {
    accessSync(dirname(path), constants.W_OK)
    return path
  } catch {
    throw new CommandFailure(
      `The report cannot be written: there is no folder ${dirname(path)} to write in.`,
    )
  }
}

export function writeReportFile(path: string, report: TrialReport): void {
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`, { flag: 'wx' })
}
