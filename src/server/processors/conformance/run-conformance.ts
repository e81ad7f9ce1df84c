import { randomBytes } from 'node:crypto'
import { ProcessorNotLoaded, type ProcessorContext } from '../load-processor.ts'
import type { Processor } from '../processor.ts'
import { needsCard, takes, type Bench } from './bench.ts'
import type { Check, CheckResult } from './check.ts'
import { ACTIONS } from './checks/actions.ts'
import { AFTER_SUCCESS } from './checks/after-success.ts'
import { CANCEL } from './checks/cancel-payment.ts'
import { CREATE } from './checks/create-payment.ts'
import { HOLDS } from './checks/holds.ts'
import { INQUIRE } from './checks/inquire.ts'
import { LOST } from './checks/lost-answers.ts'
import { LOST_REFUNDS } from './checks/lost-refunds.ts'
import { MOVEMENTS } from './checks/movements.ts'
import { NOTIFICATIONS } from './checks/notifications.ts'
import { PROBE } from './checks/probe.ts'
import { REFUNDS } from './checks/refunds.ts'
import { SECRETS } from './checks/secrets.ts'
import { SHAPE } from './checks/shape.ts'
import type { ConformanceContext, ConformanceDriver } from './driver.ts'
import { addSecret, collectOutput, createEvidence, type Evidence } from './evidence.ts'
import { CheckFailed, CheckSkipped, show } from './must.ts'
import { createNetwork, unreachable } from './network.ts'
import { recordCalls, type Patience } from './record-calls.ts'
import { VALUE_OF_TOMORROW } from './strange-json.ts'

/** All that every module is held to, in the order in which it runs. */
export const CHECKS: readonly Check[] = [
  ...SHAPE,
  ...CREATE,
  ...INQUIRE,
  ...CANCEL,
  ...HOLDS,
  ...ACTIONS,
  ...REFUNDS,
  ...AFTER_SUCCESS,
  ...PROBE,
  ...NOTIFICATIONS,
  ...MOVEMENTS,
  ...LOST,
  ...LOST_REFUNDS,
  ...SECRETS,
]

export interface ConformanceOptions {
  /** Opens the module. The driver's own `createProcessor` comes first. */
  createProcessor(context: ProcessorContext): Promise<Processor> | Processor
  driver?: ConformanceDriver
  /** Default: all. */
  checks?: readonly Check[]
  /** Default: 20 seconds for each call. */
  patience?: Patience
  onResult?: (result: CheckResult) => void
}

const TIMEOUT_MS = 10_000
const PATIENCE: Patience = { ms: 20_000 }

/** Holds a module to every check, one after the other. Throws `ProcessorNotLoaded` where the module cannot be opened. */
export async function runConformance({
  checks = CHECKS,
  onResult,
  ...options
}: ConformanceOptions): Promise<CheckResult[]> {
  const evidence = evidenceFor(options.driver)
  const results: CheckResult[] = []
  await openOnce(options, evidence)
  for (const check of checks) {
    const result = await runCheck(check, options, evidence)
    results.push(result)
    onResult?.(result)
  }
  return results
}

async function openOnce(options: ConformanceOptions, evidence: Evidence): Promise<void> {
  try {
    await openBench(options, evidence, {})
  } catch (cause) {
    if (cause instanceof ProcessorNotLoaded) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ProcessorNotLoaded(`the module could not be opened: ${why}`, { cause })
  }
}

function evidenceFor({ secrets = [], customer }: ConformanceDriver = {}): Evidence {
  const evidence = createEvidence()
  for (const [index, secret] of secrets.entries())
    addSecret(evidence, secret, `secret ${index + 1} of the driver`)
  const { email, name, phone, taxId } = customer ?? {}
  for (const [what, text] of Object.entries({ email, name, phone, 'tax id': taxId }))
    if (text !== undefined) addSecret(evidence, text, `the shopper’s ${what}`)
  return evidence
}

async function runCheck(
  { run, ...about }: Check,
  options: ConformanceOptions,
  evidence: Evidence,
): Promise<CheckResult> {
  const end = collectOutput(evidence)
  try {
    await run(await openBench(options, evidence, {}))
    return { ...about, status: 'ok', found: null }
  } catch (error) {
    if (error instanceof CheckSkipped) return { ...about, status: 'skipped', found: error.message }
    const found = error instanceof CheckFailed ? error.message : `it threw ${show(error)}`
    return { ...about, status: 'failed', found }
  } finally {
    end()
  }
}

async function openBench(
  options: ConformanceOptions,
  evidence: Evidence,
  changes: Partial<ConformanceContext>,
): Promise<Bench> {
  const { driver = {}, patience = PATIENCE } = options
  const network = createNetwork(driver.fetch ?? unreachable, (request) => {
    const sent = request.headers.get('authorization')
    if (sent !== null && !sent.includes(VALUE_OF_TOMORROW))
      addSecret(evidence, sent.replace(/^\w+ /, ''), 'an authorization header')
  })
  const context: ConformanceContext = {
    environment: 'sandbox',
    timeoutMs: TIMEOUT_MS,
    clock: driver.clock ?? (() => new Date()),
    notificationUrl: 'https://checkout.test/processor/notifications/conformance',
    variables: driver.variables ?? {},
    account: 'conformance',
    settings: driver.settings ?? {},
    random: (length) => new Uint8Array(randomBytes(length)),
    ...changes,
    fetch: network.fetch,
  }
  const opened = await (driver.createProcessor?.(context) ?? options.createProcessor(context))
  const processor = recordCalls(opened, evidence, patience)
  return {
    processor,
    network,
    driver,
    context,
    evidence,
    methods: takes(processor).filter(
      (method) => !needsCard(method) || driver.sealCard !== undefined,
    ),
    again: (more) => openBench(options, evidence, { ...changes, ...more }),
  }
}
