import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CheckResult } from '#server/processors/conformance/check.ts'
import { ACTIONS } from '#server/processors/conformance/checks/actions.ts'
import { HOLDS } from '#server/processors/conformance/checks/holds.ts'
import { CHECKS, runConformance } from '#server/processors/conformance/run-conformance.ts'
import { loadDriver } from '#server/processors/conformance/load-driver.ts'
import { loadProcessor } from '#server/processors/load-processor.ts'
import { type ConformanceContext, driverWith } from '#server/processors/conformance/driver.ts'
import { collectGarbage } from '../testing/collect-garbage.ts'
import { BROKEN_ACTIONS, completing } from '../testing/conformance/broken-actions.ts'
import { BROKEN_AFTER_SUCCESS, BROKEN_HOLDS } from '../testing/conformance/broken-holds.ts'
import { openSimulatorDriver } from '../testing/conformance/simulator-driver.ts'
import { BROKEN, type Change } from '../testing/conformance/broken-modules.ts'
import { writeGuideFiles } from '../testing/conformance/guide-files.ts'
import { createToldDriver, type Fold } from '../testing/conformance/told-module.ts'
import { makeScratchDirectory } from '../testing/scratch-directory.ts'

const TIMEOUT_MS = 60_000
/** How long a check waits for a call that never ends. One that has a time-out of its own is waited for. */
const ENDLESS_MS = 1500
const NEVER_ENDS = 'had not ended'

const directories: string[] = []
afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true })
})

const named = (results: readonly CheckResult[], status: CheckResult['status']) =>
  results.filter((one) => one.status === status).map(({ id, found }) => [id, found])

/** Runs some checks, by default all, on the guide's module with these faults planted in it. */
async function judge(changes: readonly Change[], ids?: readonly string[], patienceMs = TIMEOUT_MS) {
  const directory = await makeScratchDirectory()
  directories.push(directory)
  const { module, driver } = await writeGuideFiles(directory, changes)
  return runConformance({
    createProcessor: (context) => loadProcessor(module, context),
    driver: await loadDriver(driver),
    patience: { ms: patienceMs },
    checks: CHECKS.filter(({ id }) => ids === undefined || ids.includes(id)),
  })
}

describe('the example of the guide', () => {
  it('passes, and skips what it does not have', { timeout: TIMEOUT_MS }, async () => {
    const results = await judge([])
    expect(named(results, 'failed')).toEqual([])
    expect(named(results, 'skipped')).toEqual([
      ['cards.key', 'the account takes no cards'],
      ['cards.unreadable', 'the account takes no cards'],
      ['shape.certificates', 'the module has no `certificates`'],
      ['shape.checks', 'the module has no `checks`'],
      ['create.state', 'the module keeps nothing'],
      ...HOLDS.map(({ id }) => [id, 'the account takes the money at once']),
      ...ACTIONS.map(({ id }) => [id, 'the module has no `completeAction`']),
      ['reversal.reinstated', 'needs the driver’s `reverse` and `reinstate`'],
      ['reversal.any_order', 'needs the driver’s `reverse` and `reinstate`'],
      ['refund.reversed', 'needs the driver’s `returnRefund`'],
      ['dispute.any_order', 'needs the driver’s `dispute`'],
      ['dispute.unknown_step', 'needs the driver’s `dispute`'],
      ['notification.told', 'the processor can be asked'],
    ])
  })
})

describe('silence, while memory is collected', () => {
  it.each(['create.time_out', 'probe.silent', 'calls.time_out'])(
    'ends by the time-out of the module: %s',
    { timeout: TIMEOUT_MS },
    async (id) => {
      const end = collectGarbage()
      const results = await judge([], [id]).finally(end)
      expect(named(results, 'failed')).toEqual([])
      expect(named(results, 'skipped')).toEqual([])
    },
  )
})

/** These checks judge what another check has collected, which must run before. */
const BEFORE: Record<string, string> = {
  'secrets.errors': 'create.lost_before',
  'secrets.output': 'methods.taken',
}

describe('a broken module is caught', () => {
  it.each(BROKEN)('that %s: %s', { timeout: TIMEOUT_MS }, async (_, id, found, ...changes) => {
    const ids = [BEFORE[id] ?? [], id].flat()
    const isEndless = String(found).includes(NEVER_ENDS)
    const results = await judge(changes, ids, isEndless ? ENDLESS_MS : TIMEOUT_MS / 2)
    expect(named(results, 'failed')).toEqual([[id, expect.stringMatching(found)]])
  })
})

/** Checks that have their broken module below, among those of a processor that cannot be asked. */
const TOLD = [
  'notification.any_order',
  'notification.told',
  'reversal.any_order',
  'dispute.unknown_step',
]

describe('R-102: a broken module that holds cards, or tells of what comes after success, is caught', () => {
  let driver: Awaited<ReturnType<typeof openSimulatorDriver>>
  beforeAll(async () => {
    driver = await openSimulatorDriver()
  })
  afterAll(() => driver.close())

  const judgeChanged = (id: string, change: (typeof BROKEN_HOLDS)[number][3]) => {
    const memory = new Set<string>()
    const createProcessor = (context: ConformanceContext) => {
      const module = driver.createProcessor(context)
      return { ...module, ...change(module, memory) }
    }
    return runConformance({
      createProcessor: () => Promise.reject(new Error('the driver opens the module')),
      driver: driverWith(driver, { createProcessor }),
      checks: CHECKS.filter((check) => check.id === id),
    })
  }

  it.each([...BROKEN_HOLDS, ...BROKEN_ACTIONS, ...BROKEN_AFTER_SUCCESS])(
    'that %s: %s',
    { timeout: TIMEOUT_MS },
    async (_, id, found, change) => {
      expect(named(await judgeChanged(id, change), 'failed')).toEqual([
        [id, expect.stringMatching(found)],
      ])
    },
  )

  it.each(ACTIONS.map(({ id }) => id))(
    'and one that takes what a challenge brings back passes: %s',
    { timeout: TIMEOUT_MS },
    async (id) => {
      expect(named(await judgeChanged(id, completing), 'ok')).toEqual([[id, null]])
    },
  )
})

it('every check has a broken module', () => {
  const planted = [...BROKEN, ...BROKEN_HOLDS, ...BROKEN_ACTIONS, ...BROKEN_AFTER_SUCCESS].map(
    ([, id]) => id,
  )
  expect(CHECKS.map(({ id }) => id).filter((id) => ![...planted, ...TOLD].includes(id))).toEqual([])
})

describe('a module that is told', () => {
  const judgeTold = (fold: Fold) => {
    const driver = createToldDriver(fold)
    return runConformance({
      createProcessor: driver.createProcessor,
      driver,
      checks: CHECKS.filter(({ id }) =>
        /^(notification|inquire|create|reversal|dispute)\./.test(id),
      ),
    })
  }

  it('passes when it folds facts as a set', async () => {
    const results = await judgeTold('as a set')
    expect(named(results, 'failed')).toEqual([])
    const notJudged = named(results, 'skipped').filter(([, why]) => why?.startsWith('not judged: '))
    expect(notJudged.map(([id]) => id)).toEqual([
      'inquire.unknown_fields',
      'inquire.unknown_values',
      'create.lost_before',
      'create.lost_after',
      'create.time_out',
      'create.abort',
      'create.proxy_error',
      'create.unreadable',
      'inquire.lost',
    ])
  })

  it.each<[Fold, string, RegExp]>([
    ['by arrival', 'notification.any_order', /in the order/],
    ['by arrival', 'reversal.any_order', /in the order/],
    ['knows every step', 'dispute.unknown_step', /it threw/],
    ['fails without news', 'notification.told', /answered failed/],
  ])('is caught when it folds %s', async (fold, id, found) => {
    const failed = named(await judgeTold(fold), 'failed')
    expect(failed).toContainEqual([id, expect.stringMatching(found)])
  })
})
