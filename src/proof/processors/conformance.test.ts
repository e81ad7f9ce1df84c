import { describe, expect, it } from 'vitest'
import type { CheckResult } from '#server/processors/conformance/check.ts'
import type {
  ConformanceContext,
  ConformanceDriver,
} from '#server/processors/conformance/driver.ts'
import { type Processor, ProcessorRefused } from '#server/processors/processor.ts'
import { ACTIONS } from '#server/processors/conformance/checks/actions.ts'
import { HOLDS } from '#server/processors/conformance/checks/holds.ts'
import { runConformance } from '#server/processors/conformance/run-conformance.ts'
import { openApiPixDriver } from '../testing/conformance/api-pix-driver.ts'
import { createScriptedDriver } from '../testing/conformance/scripted-driver.ts'
import { openSimulatorDriver } from '../testing/conformance/simulator-driver.ts'

type Opened = ConformanceDriver & Required<Pick<ConformanceDriver, 'close' | 'createProcessor'>>

async function judge(open: () => Promise<Opened>): Promise<CheckResult[]> {
  const driver = await open()
  try {
    return await runConformance({ createProcessor: driver.createProcessor, driver })
  } finally {
    await driver.close()
  }
}

/** The simulator as an account that takes cards alone, in two steps. */
async function openTwoStepDriver(): Promise<Opened> {
  const driver = await openSimulatorDriver()
  const createProcessor = (context: ConformanceContext): Processor => {
    const module = driver.createProcessor(context)
    return {
      ...module,
      methods: ['card'],
      async createPayment(payment) {
        if (payment.method.type !== 'card') throw new ProcessorRefused('cards alone')
        return module.createPayment({ ...payment, captureMethod: 'manual' })
      },
    }
  }
  return { ...driver, createProcessor }
}

const named = (results: readonly CheckResult[], status: CheckResult['status']) =>
  results.filter((one) => one.status === status).map(({ id, found }) => [id, found])

/** Time for all checks, over a network or a database, while the machine does other work. */
const TIMEOUT_MS = 120_000

describe('the conformance kit', () => {
  it(
    'R-102: passes the simulator, and skips what it does not have',
    { timeout: TIMEOUT_MS },
    async () => {
      const results = await judge(openSimulatorDriver)
      expect(named(results, 'failed')).toEqual([])
      expect(named(results, 'skipped')).toEqual([
        ['methods.refused', 'the module takes them all'],
        ['shape.certificates', 'the module has no `certificates`'],
        ['shape.checks', 'the module has no `checks`'],
        ['create.state', 'the module keeps nothing'],
        ...ACTIONS.map(({ id }) => [id, 'the module has no `completeAction`']),
        ['dispute.unknown_step', 'the processor cannot tell of the step of_tomorrow'],
        ['notification.cheap', 'the module has no `verifiesCheaply`'],
        ['notification.told', 'the processor can be asked'],
      ])
    },
  )

  it(
    'R-102: passes a module that authorizes first, whose payments are captured afterwards',
    { timeout: TIMEOUT_MS },
    async () => {
      const results = await judge(openTwoStepDriver)
      expect(named(results, 'failed')).toEqual([])
      expect(named(results, 'skipped').map(([id]) => id)).toEqual([
        'shape.certificates',
        'shape.checks',
        'create.state',
        'action.twice',
        'action.lost',
        'dispute.unknown_step',
        'notification.cheap',
        'notification.told',
      ])
    },
  )

  it(
    'passes the adapter of API Pix at the fake bank, over mutual TLS',
    { timeout: TIMEOUT_MS },
    async () => {
      const results = await judge(openApiPixDriver)
      expect(named(results, 'failed')).toEqual([])
      expect(named(results, 'skipped')).toEqual([
        ['cards.key', 'the account takes no cards'],
        ['cards.unreadable', 'the account takes no cards'],
        ...HOLDS.map(({ id }) => [id, 'the account takes the money at once']),
        ...ACTIONS.map(({ id }) => [id, 'the module has no `completeAction`']),
        ['reversal.reinstated', 'needs the driver’s `reverse` and `reinstate`'],
        ['reversal.any_order', 'needs the driver’s `reverse` and `reinstate`'],
        ['refund.reversed', 'needs the driver’s `returnRefund`'],
        ['dispute.any_order', 'needs the driver’s `dispute`'],
        ['dispute.unknown_step', 'needs the driver’s `dispute`'],
        ['notification.cheap', 'the module has no `verifiesCheaply`'],
        ['notification.told', 'the processor can be asked'],
      ])
    },
  )

  // The module has no time-outs, no schemas and no signatures, and its errors contain its requests. The checkout tolerates that.
  it(
    'sees what is careless in the module of the scripted processor',
    { timeout: TIMEOUT_MS },
    async () => {
      const driver = createScriptedDriver()
      const { createProcessor } = driver
      const patience = { ms: 500 }
      const results = await runConformance({ createProcessor, driver, patience })
      expect(named(results, 'failed').map(([id]) => id)).toEqual([
        'cards.key',
        'inquire.unknown_fields',
        'inquire.unknown_values',
        'cancel.late_arrival',
        'notification.unknown',
        'notification.forged',
        'movements.since',
        'create.time_out',
        'create.abort',
        'create.proxy_error',
        'create.unreadable',
        'inquire.lost',
        'calls.time_out',
        'refund.time_out',
        'refund.late_arrival',
        'refund.inquire_lost',
        'secrets.echo',
        'secrets.errors',
      ])
    },
  )
})
