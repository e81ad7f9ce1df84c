import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { DECLINE_CODES, type DeclineCode } from '#contract/payment.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { cardBody, createTestSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'

const DECLINES: [number: string, code: DeclineCode][] = [
  ['4000000000000002', 'card_declined'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000009987', 'lost_card'],
  ['4000000000009979', 'stolen_card'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error'],
  ['4100000000000019', 'suspected_fraud'],
]

describe('POST /v1/checkout/{reference}/payments: cards', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const typesOf = (notifications: { type: string }[]) => notifications.map(({ type }) => type)

  it('charges once, completes the session, and publishes two events', async () => {
    const open = await createTestSession(api)
    const view = (await open.payByCard('4242424242424242')).as(Checkout)
    expect(view).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      attemptsLeft: 9,
      cardEncryptionKey: null,
      payment: {
        status: 'succeeded',
        method: 'card',
        amount: 25_990,
        installments: 1,
        card: { brand: 'visa', lastFour: '4242' },
        declineCode: null,
        retryable: false,
        action: null,
      },
    })
    expect(await readLedger(api.database, open.id)).toEqual([
      { kind: 'capture', amountMinor: 25_990, currency: 'BRL' },
    ])
    const session = await open.read()
    expect(await open.notifications()).toMatchObject([
      { type: 'payment.succeeded', sequence: 1, data: { session, payment: session.payment } },
      { type: 'session.completed', sequence: 2, data: { session, payment: session.payment } },
    ])
  })

  it.each(DECLINES)('answers 200 with the decline code for card %s: %s', async (number, code) => {
    const open = await createTestSession(api)
    const view = (await open.payByCard(number)).as(Checkout)
    expect(view).toMatchObject({
      status: 'open',
      paymentStatus: 'unpaid',
      attemptsLeft: 9,
      payment: {
        status: 'failed',
        declineCode: code,
        retryable: DECLINE_CODES[code].retryable,
        succeededAt: null,
      },
    })
    expect(await readLedger(api.database, open.id)).toEqual([])
    expect(await open.notifications()).toMatchObject([
      { type: 'payment.failed', sequence: 1, data: { payment: { declineCode: code } } },
    ])
  })

  it('declines a card that it cannot decrypt', async () => {
    const open = await createTestSession(api)
    const card = { encrypted: 'a.b.c.d.e', brand: null, lastFour: '0000' }
    const view = (await open.pay({ method: 'card', card })).as(Checkout)
    expect(view.payment).toMatchObject({ status: 'failed', declineCode: 'processing_error' })
  })

  it('can be repeated after a decline', async () => {
    const open = await createTestSession(api)
    await open.payByCard('4000000000000002')
    const view = (await open.payByCard('5555555555554444')).as(Checkout)
    expect(view).toMatchObject({
      status: 'complete',
      attemptsLeft: 8,
      payment: { card: { brand: 'mastercard', lastFour: '4444' } },
    })
    expect(typesOf(await open.notifications())).toEqual([
      'payment.failed',
      'payment.succeeded',
      'session.completed',
    ])
  })

  it("S-61: takes the card's data from the processor, not from the browser", async () => {
    const open = await createTestSession(api)
    const { card } = (await open.payByCard('4242424242424242')).as(Checkout).payment ?? {}
    expect(card).toEqual({ brand: 'visa', lastFour: '4242' })
    const other = await createTestSession(api)
    const body = await cardBody(api, '5555555555554444')
    const lying = { ...body, card: { ...body.card, brand: 'amex' as const, lastFour: '0005' } }
    const view = (await other.pay(lying)).as(Checkout)
    expect(view.payment?.card).toEqual({ brand: 'mastercard', lastFour: '4444' })
  })

  it("learns a slow card's outcome from the notification", async () => {
    const open = await createTestSession(api)
    const view = (await open.payByCard('4000202000000004')).as(Checkout)
    expect(view).toMatchObject({ status: 'open', paymentStatus: 'processing' })
    expect(view.payment).toMatchObject({ status: 'processing' })
    api.clock.advance(5000)
    await api.simulation.runDue()
    expect(await open.look()).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    expect(typesOf(await open.notifications())).toEqual([
      'payment.processing',
      'payment.succeeded',
      'session.completed',
    ])
  })

  it('S-65: stores, returns and logs nothing of a card but its brand and last four digits', async () => {
    const open = await createTestSession(api)
    const answer = await open.payByCard('5200828282828210')
    const everything = [answer.text, await api.dump(), ...api.logged].join()
    expect(everything).toContain('8210')
    for (const secret of ['5200828282828210', '52008282', '82828282', 'Maria Silva'])
      expect(everything).not.toContain(secret)
  })

  it('S-112: stores the collected customer for the merchant, not for the next read', async () => {
    const open = await createTestSession(api, {
      customer: { email: 'maria@example.com', phone: '+5511998765432' },
      collect: { name: 'required', taxId: 'optional' },
    })
    const customer = { name: 'Maria Silva', taxId: '529.982.247-25' }
    await open.pay({ method: 'pix', customer })
    const known = {
      email: 'maria@example.com',
      phone: '+5511998765432',
      name: 'Maria Silva',
      taxId: '52998224725',
    }
    expect((await open.read()).customer).toEqual(known)
    expect((await open.look()).customer).toEqual(open.session.customer)
  })
})
