import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { sealCardTo } from '#domain/methods/card/seal-card-to.ts'
import { testMerchant, type Merchant } from '#sandbox/fakes/adyen/merchants.ts'
import { tryAccount } from '#server/processors/account-trial/try-account.ts'
import { openTestAdyen } from '../testing/adyen-fake.ts'
import { settingsAtAdyen } from '../testing/adyen/at-adyen.ts'
import { contextOf } from '../testing/adyen/test-account.ts'
import { transportOver } from '../testing/conformance/transport-over.ts'
import { createAdyen } from '#server/processors/adyen/adyen.ts'

const random = (length: number) => new Uint8Array(randomBytes(length))

/** Tries the account of an adapter at the fake, in memory, without a person. */
async function tryAt(merchant: Partial<Merchant> = {}) {
  const fake = openTestAdyen({ merchant })
  const { control } = fake
  const clock = () => control.now()
  const context = contextOf({ settings: settingsAtAdyen(), clock })
  const processor = createAdyen(context, { transport: transportOver(fake.fetch) })
  const arrival = { path: '', isCertified: false }
  const read = async (id: string) => {
    await control.advance(3000)
    const sent = await Promise.all(
      control.sent().map(({ body }) => processor.readNotification(body, new Headers(), arrival)),
    )
    return sent
      .flatMap((one) => one ?? [])
      .filter(({ paymentId, refundId }) => (paymentId ?? refundId) === id)
      .flatMap(({ facts }) => (facts === undefined ? [] : [facts]))
  }
  return tryAccount({
    processor,
    checks: processor.checks ?? [],
    amountMinor: 2,
    shown: { merchantName: 'Homologation', description: null, returnUrl: 'https://pay.test/' },
    webhooks: {
      hasArrived: async (id) => (await read(id)).length > 0,
      facts: read,
      withoutWebhook: 'look',
    },
    sealCard: (key, card, now) => sealCardTo(card, key, { subtle: crypto.subtle, random, now }),
    waits: { paymentMs: 10_000, settlingMs: 10_000, pollMs: 1000, expiryMs: 1000 },
    clock,
    random,
    sleep: (ms) => control.advance(ms),
    isBrokenOff: () => false,
    onResult: () => undefined,
  })
}

it('R-120: an account trial passes at the fake Adyen, and settles what no document says', async () => {
  const { steps, settled } = await tryAt()
  expect(steps.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(settled).toMatchObject({
    'card.sealed': expect.stringContaining('"kid":"none"') as string,
    'reference of CAPTURE': 'of the payment',
    'reference of REFUND': 'its own',
  })
})

it('an account trial finds the way to encrypt that the account takes', async () => {
  const sealing = { alg: 'RSA-OAEP', enc: 'A256CBC-HS512', kid: 'none' } as const
  const { steps, settled } = await tryAt({ ...testMerchant(), sealing })
  expect(steps.filter(({ status }) => status === 'failed')).toEqual([])
  expect(settled['card.sealed']).toContain('"alg":"RSA-OAEP","enc":"A256CBC-HS512"')
})
