import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DisputeList } from '#contract/dispute.ts'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'

const AMOUNT = 25_990
const DAY_MS = 86_400_000

describe('R-102: simulating a dispute', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const simulate = ({ id }: OpenSession, outcome: string, details: object = {}) =>
    api.merchant.post(`/v1/sandbox/sessions/${id}/simulate`, { outcome, ...details })
  const disputesOf = async ({ id }: OpenSession) =>
    (await api.merchant.get(`/v1/sessions/${id}/disputes`)).as(DisputeList).data
  const standingOf = async (open: OpenSession) => {
    const disputes = await disputesOf(open)
    expect(disputes).toHaveLength(1)
    return [disputes[0]?.stage, disputes[0]?.status]
  }
  const kindsOf = async ({ id }: OpenSession) =>
    (await readLedger(api.database, id)).map(({ kind, amountMinor }) => [kind, amountMinor])

  it('is opened, answered, won, and lost after all, and the money moves with it', async () => {
    const open = await createPaidSession(api)
    const opened = await simulate(open, 'dispute', { respondInDays: 3 })
    expect(opened.as(Session)).toMatchObject({ paymentStatus: 'paid', amountReversed: AMOUNT })
    expect(await standingOf(open)).toEqual(['chargeback', 'needs_response'])
    const [dispute] = await disputesOf(open)
    expect(dispute).toMatchObject({ amount: AMOUNT, currency: 'BRL', respondByIsProven: true })
    const leftMs = Date.parse(dispute?.respondBy ?? '') - api.clock.now().getTime()
    expect(leftMs / DAY_MS).toBeCloseTo(3, 1)
    await simulate(open, 'dispute_answered')
    expect(await standingOf(open)).toEqual(['chargeback', 'under_review'])
    await simulate(open, 'dispute_won')
    expect(await standingOf(open)).toEqual(['chargeback', 'won'])
    await simulate(open, 'dispute_lost')
    expect(await standingOf(open)).toEqual(['second_chargeback', 'lost'])
    expect(await kindsOf(open)).toEqual([
      ['capture', AMOUNT],
      ['reversal', AMOUNT],
      ['reinstatement', AMOUNT],
      ['reversal', AMOUNT],
    ])
    await api.simulation.runDue()
    const types = (await open.notifications()).map(({ type }) => type)
    expect(types.filter((type) => type.startsWith('dispute.'))).toEqual([
      'dispute.opened',
      'dispute.updated',
      'dispute.won',
      'dispute.lost',
    ])
  })

  it('is an inquiry first, which takes nothing, and a chargeback of a part then', async () => {
    const open = await createPaidSession(api)
    await simulate(open, 'dispute', { stage: 'inquiry', amount: 1000 })
    expect(await standingOf(open)).toEqual(['inquiry', 'needs_response'])
    expect(await kindsOf(open)).toEqual([['capture', AMOUNT]])
    await simulate(open, 'dispute')
    expect(await standingOf(open)).toEqual(['chargeback', 'needs_response'])
    await simulate(open, 'dispute_lost')
    expect(await standingOf(open)).toEqual(['chargeback', 'lost'])
    expect(await kindsOf(open)).toEqual([
      ['capture', AMOUNT],
      ['reversal', 1000],
    ])
  })

  it('is refused where it does not fit', async () => {
    const unpaid = await createTestSession(api)
    expect((await simulate(unpaid, 'dispute')).problem().code).toBe('session_not_open')
    const open = await createPaidSession(api)
    for (const outcome of ['dispute_answered', 'dispute_won', 'dispute_lost'])
      expect((await simulate(open, outcome)).problem()).toMatchObject({
        code: 'validation_failed',
        errors: [{ path: 'outcome', code: 'not_possible' }],
      })
    await simulate(open, 'dispute', { amount: 1000 })
    expect((await simulate(open, 'dispute')).problem().code).toBe('validation_failed')
    expect(await kindsOf(open)).toEqual([
      ['capture', AMOUNT],
      ['reversal', 1000],
    ])
  })
})
