import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsAmong } from '#server/processors/adyen/facts.ts'
import { foldDisputes } from '#server/processors/adyen/fold-disputes.ts'
import { foldPayment } from '#server/processors/adyen/fold-payment.ts'
import { readNotification } from '#server/processors/adyen/read-notification.ts'
import { signedItem, webhookOf, type Item } from '../testing/adyen/signed-webhook.ts'
import { SETTINGS } from '../testing/adyen/test-account.ts'
import { HELD, PAYMENT_ID } from '../testing/adyen/test-payments.ts'
import { strangely, withOneChanged } from './adyen-examples/change-json.ts'
import checkout from './adyen-examples/checkout.json' with { type: 'json' }
import { CHECKOUT, RECORDED_ANSWERS, RECORDINGS, WEBHOOKS } from './adyen-examples/outcomes.ts'
import { playAnswer } from './adyen-examples/play-answer.ts'
import type { Body } from './adyen-examples/play-webhook.ts'
import recordedAnswers from './adyen-examples/recorded-answers.json' with { type: 'json' }
import recordings from './adyen-examples/recordings.json' with { type: 'json' }
import webhooks from './adyen-examples/webhooks.json' with { type: 'json' }

const [KEY = ''] = SETTINGS.hmacKeys
const { merchantAccount } = SETTINGS
const RECEIVER = { environment: 'sandbox', merchantAccount, hmacKeys: [KEY] } as const

const bodies = Object.values<Body>({ ...webhooks, ...recordings })
const items = bodies
  .flatMap(({ notificationItems = [] }) => notificationItems)
  .map(({ NotificationRequestItem }) => NotificationRequestItem)
  .map((item) => ({
    ...item,
    merchantAccountCode: merchantAccount,
    merchantReference: PAYMENT_ID,
  }))
const known = new Set(items.map((item: Item) => String(item['eventCode'])))
const answers = Object.entries<Readonly<Record<string, unknown>>>({
  ...checkout,
  ...recordedAnswers,
})
const outcomes = new Map(Object.entries({ ...CHECKOUT, ...RECORDED_ANSWERS }))

const anItem = fc.constantFrom<Item>(...items)
const strangeness = fc.record({ extra: fc.jsonValue(), turn: fc.nat(40) })
const change = fc.record({ at: fc.nat(400), other: fc.jsonValue() })
const read = (body: object) => readNotification(JSON.stringify(body), RECEIVER)

/** What the facts of a body mean for a payment that is held. */
function means(body: object) {
  const facts = factsAmong(
    (read(body) ?? []).flatMap(({ facts: kept }) => (kept === undefined ? [] : [kept])),
  )
  return { payment: foldPayment(HELD, facts), disputes: foldDisputes(facts) }
}

describe('a webhook of Adyen', () => {
  it('has something to read in each example', () => {
    expect(items.length).toBeGreaterThan(40)
    expect(Object.keys({ ...WEBHOOKS, ...RECORDINGS })).toHaveLength(bodies.length)
  })

  it('says the same with members that nobody knows, and in another order', () => {
    const signed = fc.array(anItem, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(signed, strangeness, (some, strange) => {
        const body = webhookOf(some.map((item) => signedItem(item, KEY)))
        expect(read(strangely(body, strange))).toEqual(read(body))
      }),
    )
  })

  it('means the same with its items in another order', () => {
    const twoOrders = fc
      .array(anItem, { minLength: 2, maxLength: 5 })
      .chain((some) =>
        fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
      )
    fc.assert(
      fc.property(twoOrders, ([some, shuffled]) => {
        const sign = (all: Item[]) => webhookOf(all.map((item) => signedItem(item, KEY)))
        expect(means(sign(shuffled))).toEqual(means(sign(some)))
      }),
    )
  })

  it('of an event that nobody knows is acknowledged, and moves nothing', () => {
    const code = fc.stringMatching(/^[A-Z_]{1,40}$/).filter((one) => !known.has(one))
    fc.assert(
      fc.property(anItem, code, (item, eventCode) => {
        const body = webhookOf([signedItem({ ...item, eventCode }, KEY)])
        expect(read(body)).toBeDefined()
        expect(means(body)).toEqual(means(webhookOf([])))
      }),
    )
  })

  it('is read or refused, whatever stands in one place of it, signed or not', () => {
    fc.assert(
      fc.property(anItem, change, fc.boolean(), (item, changed, isSigned) => {
        const body = isSigned
          ? webhookOf([signedItem(withOneChanged(item, changed), KEY)])
          : withOneChanged(webhookOf([signedItem(item, KEY)]), changed)
        expect(() => means(body)).not.toThrow()
      }),
      { numRuns: 1000 },
    )
  })
})

describe('an answer of Adyen', () => {
  const anAnswer = fc.constantFrom(...answers)
  // A check of an account fails with an error that says what is wrong there.
  const ofPayment = anAnswer.filter(([name]) => !name.startsWith('paymentMethods-'))

  it('ends the same with members that nobody knows, and in another order', async () => {
    await fc.assert(
      fc.asyncProperty(anAnswer, strangeness, async ([name, body], strange) => {
        expect(await playAnswer(name, strangely(body, strange))).toBe(outcomes.get(name))
      }),
    )
  })

  it('ends a call in a way that the core knows, whatever stands in one place of it', async () => {
    await fc.assert(
      fc.asyncProperty(ofPayment, change, async ([name, body], changed) => {
        expect(await playAnswer(name, withOneChanged(body, changed), body)).toMatch(
          /^(?:Processor(?:Silent|Refused|NotAsked)$|authorized|requires_action|processing|failed|captured|pending|voided|refused|the account )/,
        )
      }),
      { numRuns: 1000 },
    )
  })
})
