import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import {
  createScriptedProcessor,
  SILENT,
  type ScriptedProcessor,
} from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { statement } from '../../database/engine/database.ts'
import {
  ProcessorNotAsked,
  ProcessorRefused,
  ProcessorSilent,
  type ProcessorOutcome,
} from '../../processors/processor.ts'
import { resolvePayments } from './resolve-payments.ts'

const RETURNED = { redirectResult: 'eyJ0cmFuc1N0YXR1cyI6IlkifQ' }
const ODD = { redirectResult: 'a/canary+"returned"==', short: 'Y' }
const OTHER = { redirectResult: 'typed' }
const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const CHALLENGE = { type: 'challenge', url: 'https://bank.example/challenge' } as const
const CHALLENGED = { status: 'requires_action', action: CHALLENGE } as const
const DECLINED = { status: 'failed', declineCode: 'authentication_failed' } as const
const KEPT = statement('kept of challenge', 'select returned from payments where id = $1')

// tests guard: keep-returned
// tests guard: typed-results

describe('what came back from a challenge', () => {
  let processor: ScriptedProcessor
  let api: TestApi
  const start = async (completes: boolean) => {
    processor = createScriptedProcessor({ completes })
    processor.script('createPayment', CHALLENGED)
    processor.script('inquire', CHALLENGED)
    api = await startTestApi({ processor })
  }
  beforeEach(() => start(true))
  afterEach(() => api.close())

  const challenge = async () => {
    const open = await createTestSession(api)
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    if (payment === null) throw new Error('no payment')
    const path = `${open.checkoutPath}/payments/${payment.id}/action`
    const come = async (returned?: object) => {
      // At most one call per payment and second.
      api.clock.advance(1000)
      return (await api.checkout.post(path, returned && { returned })).as(Checkout)
    }
    const kept = async () =>
      (await api.database.query<{ returned: string | null }>(KEPT, [payment.id]))[0]?.returned
    return { open, id: payment.id, path, come, kept }
  }
  const given = () =>
    processor.calls.filter(([call]) => call === 'completeAction').map(([, with_]) => with_)
  const work = async (ms: number) => {
    api.clock.advance(ms)
    await resolvePayments(api.context)
  }

  it('R-107: is kept before the processor gets it, and forgotten once the payment is decided', async () => {
    const { open, id, come, kept } = await challenge()
    const answer = Promise.withResolvers<ProcessorOutcome>()
    processor.script('completeAction', answer.promise)
    const coming = come(RETURNED)
    await expect.poll(given).toEqual([RETURNED])
    expect(await kept()).toBe(JSON.stringify(RETURNED))
    expect(processor.known.at(-1)?.[1]).toMatchObject({ paymentId: id, returned: RETURNED })
    answer.resolve(SUCCEEDED)
    expect(await coming).toMatchObject({ status: 'complete' })
    expect(await kept()).toBeNull()
    expect(processor.count('inquire')).toBe(0)
    expect(JSON.stringify([await open.read(), await open.notifications()])).not.toContain(
      RETURNED.redirectResult,
    )
  })

  it('ends a payment that failed, too', async () => {
    const { come, kept } = await challenge()
    processor.script('completeAction', DECLINED)
    expect((await come(RETURNED)).payment).toMatchObject(DECLINED)
    expect(await kept()).toBeNull()
  })

  it.each([
    ['lost', SILENT],
    ['never sent', new ProcessorNotAsked('no connection')],
  ])(
    'R-107: is given again by the worker when its answer was %s; meanwhile the outcome is unknown',
    async (_, fault) => {
      const { open, come, kept } = await challenge()
      processor.script('completeAction', fault, fault, SUCCEEDED)
      expect((await come(RETURNED)).payment).toMatchObject({ status: 'unknown', action: null })
      // What was asked is repeated, not what somebody typed later.
      await come(OTHER)
      expect(await kept()).toBe(JSON.stringify(RETURNED))
      await work(60_000)
      expect(given()).toEqual([RETURNED, RETURNED, RETURNED])
      expect(await open.look()).toMatchObject({ status: 'complete' })
      expect((await open.notifications()).map(({ type }) => type)).toEqual([
        'payment.requires_action',
        'payment.processing',
        'payment.succeeded',
        'session.completed',
      ])
      expect(await kept()).toBeNull()
    },
  )

  it('ends no payment when the processor refuses it: somebody may have typed it', async () => {
    const { come, kept } = await challenge()
    processor.script('completeAction', new ProcessorRefused('no such result'), SUCCEEDED)
    expect((await come(OTHER)).payment).toMatchObject({ status: 'requires_action' })
    expect(await kept()).toBeNull()
    expect(processor.count('inquire')).toBe(1)
    expect(await come(RETURNED)).toMatchObject({ status: 'complete' })
    expect(given()).toEqual([OTHER, RETURNED])
  })

  it('S-159: is taken three times when it is refused, and never again: somebody types it', async () => {
    const { come, kept } = await challenge()
    processor.script('completeAction', new ProcessorRefused('no such result'))
    for (let typed = 0; typed < 5; typed++) await come({ redirectResult: `typed ${typed}` })
    expect(given()).toEqual([0, 1, 2].map((typed) => ({ redirectResult: `typed ${typed}` })))
    expect(await kept()).toBeNull()
    // The processor is still asked what became of it.
    processor.script('inquire', SUCCEEDED)
    expect(await come(OTHER)).toMatchObject({ status: 'complete' })
  })

  it('S-159: counts what is refused once, however often it comes', async () => {
    const { come, kept } = await challenge()
    processor.script('completeAction', new ProcessorRefused('no such result'), SUCCEEDED)
    for (let typed = 0; typed < 5; typed++) await come(OTHER)
    expect([given(), await kept()]).toEqual([[OTHER], null])
    expect(await come(RETURNED)).toMatchObject({ status: 'complete' })
  })

  it('S-159: is given once per payment and second, however many come', async () => {
    const { path } = await challenge()
    processor.script('completeAction', new ProcessorRefused('no such result'))
    await Promise.all(
      Array.from({ length: 8 }, (_, typed) =>
        api.checkout.post(path, { returned: { redirectResult: `typed ${typed}` } }),
      ),
    )
    expect(given()).toHaveLength(1)
  })

  it.each<[string, (text: string) => Error]>([
    ['fails', (text) => new Error(text, { cause: new Error(text) })],
    ['refuses', (text) => new ProcessorRefused(text)],
    ['is silent', (text) => new ProcessorSilent(text, { cause: text })],
  ])('R-107: stands in no log when a module %s with it in its error', async (_, errorWith) => {
    const { come } = await challenge()
    const { redirectResult } = ODD
    const texts = [redirectResult, encodeURIComponent(redirectResult), JSON.stringify(ODD)]
    processor.script('completeAction', errorWith(`refused: ${texts.join(' ')}`))
    await come(ODD)
    expect(api.logged.join('')).toContain('refused: … … {')
    expect(api.logged.filter((line) => line.includes('canary'))).toEqual([])
  })

  it('is forgotten once the processor wants another challenge', async () => {
    const { come, kept } = await challenge()
    processor.script('completeAction', CHALLENGED)
    expect((await come(RETURNED)).payment).toMatchObject({ status: 'requires_action' })
    expect(await kept()).toBeNull()
    await come()
    expect([given(), processor.count('inquire')]).toEqual([[RETURNED], 1])
  })

  it('yields to facts of a processor that is told', async () => {
    processor.isTold = true
    const { come } = await challenge()
    processor.script('completeAction', SILENT)
    processor.script('inquire', SUCCEEDED)
    expect(await come(RETURNED)).toMatchObject({ status: 'complete' })
  })

  it('changes nothing of a payment that has ended', async () => {
    const { come, kept } = await challenge()
    processor.script('completeAction', SUCCEEDED)
    await come(RETURNED)
    expect(await come(OTHER)).toMatchObject({ status: 'complete' })
    expect([given(), await kept()]).toEqual([[RETURNED], null])
  })

  it('is not kept for a processor that needs none', async () => {
    await api.close()
    await start(false)
    const { come, kept } = await challenge()
    processor.script('inquire', SUCCEEDED)
    await come(RETURNED)
    expect([await kept(), processor.count('inquire')]).toEqual([null, 1])
  })

  it.each([
    ['five entries', { a: '', b: '', c: '', d: '', e: '' }],
    ['a long name', { ['n'.repeat(65)]: '' }],
    ['no name', { '': 'x' }],
    ['a long value', { a: 'v'.repeat(20_001) }],
    ['too much in all', { a: 'v'.repeat(20_000), b: 'v'.repeat(5000) }],
    ['a number', { a: 1 }],
    ['a list', ['x']],
  ])('is refused with %s', async (_, returned) => {
    const { path } = await challenge()
    const problem = (await api.checkout.post(path, { returned })).problem()
    expect([problem.code, problem.errors?.[0]?.path.startsWith('returned')]).toEqual([
      'validation_failed',
      true,
    ])
    expect(given()).toEqual([])
  })

  it('is taken at its limits', async () => {
    const { come } = await challenge()
    processor.script('completeAction', SUCCEEDED)
    await come({ ['n'.repeat(64)]: 'v'.repeat(20_000), b: '\u0000"\\', c: '\ud800', d: 'é' })
    expect(given()).toHaveLength(1)
  })
})
