import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { sealCardTo } from '#domain/methods/card/seal-card-to.ts'
import { testMerchant, type Merchant } from '#sandbox/fakes/adyen/merchants.ts'
import type { Variant } from '#sandbox/fakes/adyen/variant.ts'
import type { TrialBench } from '#server/processors/account-trial/trial-bench.ts'
import { tryAccount } from '#server/processors/account-trial/try-account.ts'
import { openTestAdyen } from '../testing/adyen-fake.ts'
import { settingsAtAdyen } from '../testing/adyen/at-adyen.ts'
import { contextOf } from '../testing/adyen/test-account.ts'
import { transportOver } from '../testing/conformance/transport-over.ts'
import { createAdyen } from '#server/processors/adyen/adyen.ts'

const random = (length: number) => new Uint8Array(randomBytes(length))

/** Tries the account of an adapter at the fake, in memory, without a person. */
async function tryAt(
  merchant: Partial<Merchant> = {},
  { variant = {}, ...changes }: { variant?: Partial<Variant> } & Partial<TrialBench> = {},
) {
  const fake = openTestAdyen({ merchant, variant })
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
  let returned: Record<string, string> | undefined
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
    shopper: {
      returnUrl: 'https://pay.test/back',
      show(url) {
        const back = new URL(control.answer(url, 'pass') ?? 'https://pay.test/')
        returned = Object.fromEntries(back.searchParams)
      },
      wait: () => undefined,
      returned: () => returned,
    },
    ...changes,
  })
}

it('R-120: an account trial passes at the fake Adyen, and settles what no document says', async () => {
  const { steps, settled, money } = await tryAt()
  expect(steps.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(money).toMatchObject({ receivedMinor: 0 })
  expect(settled).toMatchObject({
    'card.sealed': expect.stringContaining('"kid":"none"') as string,
    'reference of CAPTURE': 'of the payment',
    'reference of REFUND': 'its own',
    'refund.early': 'REFUND true',
    'challenge.url': 'shopper.adyen.test',
    'challenge.return': expect.stringMatching(
      /^redirectResult, which has \d+ characters/,
    ) as string,
    'challenge.repeat': 'authorized',
    'challenge.leave': 'nothing was authorized within 10 s without its result',
  })
})

it('R-120: an account trial passes where the bank’s page authorises a payment, too', async () => {
  const { steps, settled } = await tryAt({}, { variant: { authorisedBy: 'page' } })
  expect(steps.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(settled).toMatchObject({
    'challenge.repeat': 'authorized',
    'challenge.leave': 'authorized without its result',
  })
})

it('an account trial without a person shows where challenges lead, and nothing more of them', async () => {
  const { steps } = await tryAt({}, { shopper: undefined })
  expect(steps.find(({ step }) => step === 'challenge.url')).toMatchObject({ status: 'passed' })
  expect(steps.filter(({ status }) => status !== 'passed')).toMatchObject(
    ['challenge.return', 'challenge.repeat', 'challenge.leave'].map((step) => ({
      step,
      status: 'not_shown',
    })),
  )
})

it('an account trial fails where nobody answers, and releases what it began', async () => {
  const nobody = {
    returnUrl: 'https://pay.test/back',
    show: () => undefined,
    wait: () => undefined,
  }
  const { steps } = await tryAt({}, { shopper: { ...nobody, returned: () => undefined } })
  expect(steps.filter(({ status }) => status !== 'passed')).toMatchObject([
    { step: 'challenge.return', found: 'nobody came back within 10 s' },
    { step: 'challenge.repeat', status: 'not_shown' },
    { step: 'challenge.leave', status: 'failed' },
  ])
})

it('an account trial finds the way to encrypt that the account takes', async () => {
  const sealing = { alg: 'RSA-OAEP', enc: 'A256CBC-HS512', kid: 'none' } as const
  const { steps, settled } = await tryAt({ ...testMerchant(), sealing })
  expect(steps.filter(({ status }) => status === 'failed')).toEqual([])
  expect(settled['card.sealed']).toContain('"alg":"RSA-OAEP","enc":"A256CBC-HS512"')
})
