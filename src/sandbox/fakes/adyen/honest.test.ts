import { describe, expect, it } from 'vitest'
import { createDice } from '#proof/campaigns/shared/dice.ts'
import { CHALLENGED_VISA, MAESTRO, openTestAdyen, VISA } from '#proof/testing/adyen-fake.ts'
import { BAD_DAYS, badDaysNamed, createBadDays } from './bad-days.ts'
import { DAY_MS } from './deps.ts'
import { testMerchant } from './merchants.ts'
import { drawVariant, PLAIN, variantsOneByOne } from './variant.ts'

const merchantAccount = testMerchant().account
const RESOLUTION = 1_000_000
const DAYS = 90

/** What a merchant asks of payments by a seed, on bad days alone, with a variant of the seed. */
async function liveThrough(seed: number) {
  const dice = createDice(seed)
  const random = () => dice.below(RESOLUTION) / RESOLUTION
  const adyen = openTestAdyen({
    seed,
    variant: drawVariant(random),
    badDays: createBadDays({ random, allowed: badDaysNamed(), share: 0.7 }),
    isUnchecked: true,
  })
  const { call, control } = adyen
  const ask = (path: string, body: object) => call(path, body).catch(() => undefined)
  for (let index = 0; index < 8; index++) {
    const number = [VISA, VISA, CHALLENGED_VISA, MAESTRO][dice.below(4)] ?? VISA
    await adyen.pay({ number, reference: `pay_${index}` }).catch(() => undefined)
  }
  for (const { offer, pspReference } of control.payments()) {
    const back = offer === undefined ? undefined : control.answer(offer.id, 'pass')
    const redirectResult =
      back === undefined ? null : new URL(back).searchParams.get('redirectResult')
    if (redirectResult !== null) await ask('/payments/details', { details: { redirectResult } })
    await adyen.pass(DAY_MS / 4)
    for (let asked = 0; asked < 5; asked++) {
      const amount = { currency: 'BRL', value: 1 + dice.below(1000) }
      const kind = ['captures', 'captures', 'refunds', 'reversals'][dice.below(4)] ?? ''
      const body = kind === 'reversals' ? { merchantAccount } : { merchantAccount, amount }
      await ask(`/payments/${pspReference}/${kind}`, body)
      await adyen.pass(DAY_MS / 2)
    }
  }
  for (let day = 0; day < DAYS; day++) await adyen.pass(DAY_MS)
  return adyen
}

describe('the ledger, whatever goes wrong', () => {
  it.each(Array.from({ length: 25 }, (_, index) => index + 1))(
    'never gives more than it holds, nor back more than it took: seed %i',
    async (seed) => {
      const { control } = await liveThrough(seed)
      for (const payment of control.payments()) {
        const { openValue, capturedValue, refundedValue } = control.booked(payment.pspReference)
        expect(openValue).toBe(0)
        expect(capturedValue).toBeGreaterThanOrEqual(0)
        expect(capturedValue).toBeLessThanOrEqual(payment.amount.value)
        expect(refundedValue).toBeGreaterThanOrEqual(0)
      }
      expect(control.ledger().length).toBeGreaterThan(0)
    },
  )
})

describe('a variant', () => {
  it('is the plain one with one other behaviour, each once', () => {
    for (const variant of variantsOneByOne()) {
      expect(Object.keys(variant)).toHaveLength(1)
      expect(PLAIN).not.toMatchObject(variant)
    }
    expect(new Set(variantsOneByOne().map((variant) => JSON.stringify(variant))).size).toBe(16)
  })

  it('is drawn by a seed', () => {
    expect(drawVariant(() => 0)).toEqual(PLAIN)
    for (const [name, value] of Object.entries(drawVariant(() => 0.999)))
      expect(PLAIN).not.toHaveProperty(name, value)
  })
})

describe('a dispute', () => {
  it.each([
    ['whole ladder', ['CHARGEBACK', 'CHARGEBACK_REVERSED'], 0],
    ['won then lost', ['CHARGEBACK', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'], 1000],
    ['two disputes', ['CHARGEBACK', 'CHARGEBACK_REVERSED', 'CHARGEBACK'], 1000],
    ['steps reordered', ['CHARGEBACK_REVERSED', 'CHARGEBACK'], 0],
    ['in Brazil', ['CHARGEBACK', 'CHARGEBACK_REVERSED'], 0],
  ] as const)('%s', async (day, codes, takenValue) => {
    const adyen = openTestAdyen()
    adyen.control.plan('dispute', day)
    await adyen.capture()
    for (let passed = 0; passed < DAYS; passed++) await adyen.pass(DAY_MS)
    const moves = adyen.items.filter((item) => /CHARGEBACK/.test(JSON.stringify(item['eventCode'])))
    const told = moves
      .map((item) => item['eventCode'])
      .filter((code) => code !== 'NOTIFICATION_OF_CHARGEBACK')
    expect(told).toEqual(codes)
    const taken = adyen.control.ledger().reduce((sum, { kind, amount }) => {
      if (kind === 'chargeback' || kind === 'second_chargeback') return sum + amount.value
      return kind === 'chargeback_reversed' ? sum - amount.value : sum
    }, 0)
    expect(taken).toBe(takenValue)
    const isStated = adyen.items.some((item) => JSON.stringify(item).includes('disputeStatus'))
    expect(isStated).toBe(day !== 'in Brazil')
  })

  it('has a day for each name of the catalogue', () => {
    expect(badDaysNamed('dispute: ')).toHaveLength(Object.keys(BAD_DAYS.dispute).length)
  })
})
