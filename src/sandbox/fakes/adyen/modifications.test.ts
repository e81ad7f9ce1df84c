import { describe, expect, it } from 'vitest'
import { MAESTRO, openTestAdyen, type TestAdyen } from '#proof/testing/adyen-fake.ts'
import { DAY_MS } from './deps.ts'
import { testMerchant } from './merchants.ts'

const merchantAccount = testMerchant().account
const amountOf = (value: number, currency = 'BRL') => ({ currency, value })

function requests({ call, pass }: TestAdyen) {
  const send = async (psp: string, kind: string, body: object) => {
    const answer = await call(`/payments/${psp}/${kind}`, { merchantAccount, ...body })
    await pass(5000)
    return answer
  }
  return {
    capture: (psp: string, value: number, more: object = {}) =>
      send(psp, 'captures', { amount: amountOf(value), reference: 'cap_1', ...more }),
    refund: (psp: string, value: number, reference = 're_1') =>
      send(psp, 'refunds', { amount: amountOf(value), reference }),
    reverse: (psp: string) => send(psp, 'reversals', { reference: 'rev_1' }),
    cancel: (psp: string) => send(psp, 'cancels', { reference: 'can_1' }),
  }
}

describe('a cancellation by the reference of the payment at Adyen', () => {
  it('is received, then ends the hold, once', async () => {
    const adyen = openTestAdyen()
    const psp = await adyen.authorise()
    const { cancel } = requests(adyen)
    const { status, body } = await cancel(psp)
    expect(status).toBe(201)
    expect(body).toEqual({
      merchantAccount,
      pspReference: expect.stringMatching(/^[A-Z0-9]{16}$/),
      paymentPspReference: psp,
      reference: 'can_1',
      status: 'received',
    })
    await cancel(psp)
    expect(adyen.told().slice(1)).toEqual(['CANCELLATION true', 'CANCELLATION false'])
    expect(adyen.booked()).toEqual(['authorised 1000', 'cancelled 1000'])
  })

  it.each([
    ['that was captured', undefined],
    ['whose money the network took at once', MAESTRO],
  ])('leaves a payment %s as it is', async (_, number) => {
    const adyen = openTestAdyen()
    const psp = await adyen.authorise(number === undefined ? {} : { number })
    const { capture, cancel } = requests(adyen)
    await capture(psp, 1000)
    const { status } = await cancel(psp)
    expect(status).toBe(201)
    expect(adyen.told().at(-1)).toBe('CANCELLATION false')
    expect(adyen.booked()).toEqual(['authorised 1000', 'captured 1000'])
  })

  it('of a payment that is not there is refused', async () => {
    const { status, body } = await requests(openTestAdyen()).cancel('NC6HT9CRT65ZGN82')
    expect([status, body['errorCode']]).toEqual([422, '167'])
  })
})

describe('a capture', () => {
  it('is received, then books the part and cancels the rest', async () => {
    const adyen = openTestAdyen()
    const psp = await adyen.authorise()
    const { status, body } = await requests(adyen).capture(psp, 700)
    expect(status).toBe(201)
    expect(body).toEqual({
      merchantAccount,
      pspReference: expect.stringMatching(/^[A-Z0-9]{16}$/),
      paymentPspReference: psp,
      reference: 'cap_1',
      amount: amountOf(700),
      status: 'received',
    })
    expect(adyen.booked()).toEqual(['authorised 1000', 'captured 700', 'cancelled 300'])
    expect(adyen.items.at(-1)).toMatchObject({
      eventCode: 'CAPTURE',
      success: 'true',
      pspReference: body['pspReference'],
      originalReference: psp,
      merchantReference: 'pay_1',
      amount: amountOf(700),
    })
  })

  it('fails for more than the hold, another currency, and a second time', async () => {
    const adyen = openTestAdyen()
    const psp = await adyen.authorise()
    const { capture } = requests(adyen)
    await capture(psp, 1001)
    await capture(psp, 10, { amount: amountOf(10, 'EUR') })
    await capture(psp, 1000)
    await capture(psp, 1000)
    expect(adyen.told().slice(1)).toEqual([
      'CAPTURE false',
      'CAPTURE false',
      'CAPTURE true',
      'CAPTURE false',
    ])
    expect(adyen.booked()).toEqual(['authorised 1000', 'captured 1000'])
  })

  it('takes nothing twice where the network has taken the money', async () => {
    const adyen = openTestAdyen()
    const psp = await adyen.authorise({ number: MAESTRO })
    await requests(adyen).capture(psp, 1000)
    expect(adyen.told()).toEqual(['AUTHORISATION true', 'CAPTURE true'])
    expect(adyen.booked()).toEqual(['authorised 1000', 'captured 1000'])
  })

  it('may fail later, and be booked again', async () => {
    const adyen = openTestAdyen({ variant: { recapture: 'other', captureReference: 'request' } })
    const psp = await adyen.authorise()
    adyen.control.plan('capture', 'fails, booked again after 5 days')
    await requests(adyen).capture(psp, 1000)
    await adyen.pass(4 * DAY_MS)
    expect(adyen.control.booked(psp).capturedValue).toBe(0)
    await adyen.pass(4 * DAY_MS)
    expect(adyen.told().slice(1)).toEqual(['CAPTURE true', 'CAPTURE_FAILED true', 'CAPTURE true'])
    expect(adyen.control.booked(psp).capturedValue).toBe(1000)
    const [, first, failed, again] = adyen.items
    expect(first).toMatchObject({ merchantReference: 'cap_1' })
    expect(failed?.['pspReference']).toBe(first?.['pspReference'])
    expect(again?.['pspReference']).not.toBe(first?.['pspReference'])
  })

  it.each([
    ['false', ['CAPTURE false'], []],
    ['done and never told', [], ['captured 1000']],
    ['never done', [], []],
  ] as const)('on a bad day: %s', async (day, told, booked) => {
    const adyen = openTestAdyen()
    const psp = await adyen.authorise()
    adyen.control.plan('capture', day)
    await requests(adyen).capture(psp, 1000)
    expect(adyen.told().slice(1)).toEqual(told)
    expect(adyen.booked().slice(1)).toEqual(booked)
  })

  it('of a payment that is not known, or of another merchant, is refused', async () => {
    const adyen = openTestAdyen()
    expect(await requests(adyen).capture('X'.repeat(16), 1)).toMatchObject({
      status: 422,
      body: { errorCode: '167' },
    })
  })
})

describe('a hold', () => {
  it('expires after its days', async () => {
    const adyen = openTestAdyen()
    const psp = await adyen.authorise()
    await adyen.pass(8 * DAY_MS)
    expect(adyen.told()).toEqual(['AUTHORISATION true', 'EXPIRE true'])
    await requests(adyen).capture(psp, 1000)
    expect(adyen.booked()).toEqual(['authorised 1000', 'expired 1000'])
  })

  it('is cancelled by a reversal, once', async () => {
    const adyen = openTestAdyen()
    const psp = await adyen.authorise()
    const { reverse } = requests(adyen)
    expect((await reverse(psp)).body).toMatchObject({
      status: 'received',
      paymentPspReference: psp,
      reference: 'rev_1',
    })
    await reverse(psp)
    expect(adyen.told().slice(1)).toEqual(['CANCEL_OR_REFUND true', 'CANCEL_OR_REFUND false'])
    expect(adyen.booked()).toEqual(['authorised 1000', 'cancelled 1000'])
  })

  it('is cancelled by the reference, but no money is', async () => {
    const adyen = openTestAdyen()
    const cancel = async (paymentReference: string) => {
      const answer = await adyen.call('/cancels', { merchantAccount, paymentReference })
      await adyen.pass(5000)
      return answer
    }
    const psp = await adyen.authorise({ reference: 'pay_held' })
    await adyen.authorise({ reference: 'pay_sale', number: MAESTRO })
    await adyen.pass(1000)
    expect((await cancel('pay_held')).body).toMatchObject({
      paymentReference: 'pay_held',
      status: 'received',
    })
    await cancel('pay_sale')
    expect((await cancel('pay_unknown')).status).toBe(201)
    expect(adyen.items.slice(2)).toMatchObject([
      {
        eventCode: 'TECHNICAL_CANCEL',
        success: 'true',
        originalReference: psp,
        merchantReference: 'pay_held',
      },
      { eventCode: 'TECHNICAL_CANCEL', success: 'false', merchantReference: 'pay_sale' },
    ])
    expect(adyen.booked().filter((entry) => entry.startsWith('cancelled'))).toHaveLength(1)
  })
})

describe('a refund', () => {
  it('is bounded by what is captured, and fails before', async () => {
    const adyen = openTestAdyen()
    const psp = await adyen.authorise()
    const { refund, capture } = requests(adyen)
    await refund(psp, 100)
    expect(adyen.items.at(-1)).toMatchObject({
      success: 'false',
      reason: "Transaction hasn't been captured, refund not possible",
    })
    await capture(psp, 1000)
    await refund(psp, 600, 're_2')
    await refund(psp, 600, 're_3')
    await refund(psp, 400, 're_4')
    expect(adyen.told().slice(3)).toEqual(['REFUND true', 'REFUND false', 'REFUND true'])
    expect(adyen.items[3]).toMatchObject({ merchantReference: 're_2', originalReference: psp })
    expect(adyen.control.booked(psp)).toEqual({
      openValue: 0,
      capturedValue: 1000,
      refundedValue: 1000,
      disputedValue: 0,
    })
  })

  it('is bounded by what was not charged back', async () => {
    const adyen = openTestAdyen()
    const psp = await adyen.capture()
    adyen.control.dispute(psp, { eventCode: 'CHARGEBACK', value: 800 })
    await requests(adyen).refund(psp, 300)
    await adyen.pass(10_000)
    expect(adyen.told()).toContain('REFUND false')
  })

  it('of all that was captured is what a reversal is', async () => {
    const adyen = openTestAdyen()
    const psp = await adyen.capture(700)
    await requests(adyen).reverse(psp)
    expect(adyen.items.at(-1)).toMatchObject({
      success: 'true',
      additionalData: { 'modification.action': 'refund' },
    })
    expect(adyen.booked().at(-1)).toBe('refunded 700')
  })

  it.each([
    ['false', ['REFUND false'], 0],
    ['fails after success', ['REFUND true', 'REFUND_FAILED true'], 0],
    ['reversed after success', ['REFUND true', 'REFUNDED_REVERSED true'], 0],
    ['false, sent after all', ['REFUND false', 'REFUND true'], 300],
    ['postponed', ['POSTPONED_REFUND true', 'REFUND true'], 300],
    ['9 days late', ['REFUND true'], 300],
  ] as const)('on a bad day: %s', async (day, told, refundedValue) => {
    const adyen = openTestAdyen()
    const psp = await adyen.capture()
    const before = adyen.told().length
    adyen.control.plan('refund', day)
    await requests(adyen).refund(psp, 300)
    await adyen.pass(10 * DAY_MS)
    expect(adyen.told().slice(before)).toEqual(told)
    expect(adyen.control.booked(psp).refundedValue).toBe(refundedValue)
  })
})

describe('a void on a bad day', () => {
  it.each([
    ['false', ['authorised 1000']],
    ['captured meanwhile', ['authorised 1000', 'captured 1000', 'refunded 1000']],
  ] as const)('%s', async (day, booked) => {
    const adyen = openTestAdyen()
    const psp = await adyen.authorise()
    adyen.control.plan('void', day)
    await requests(adyen).reverse(psp)
    expect(adyen.booked()).toEqual(booked)
  })
})

describe('what the network does', () => {
  it('charges back, gives back and takes again', async () => {
    const adyen = openTestAdyen()
    const psp = await adyen.capture()
    const { control } = adyen
    const pspReference = control.dispute('pay_1', { eventCode: 'NOTIFICATION_OF_CHARGEBACK' })
    control.dispute(psp, { eventCode: 'CHARGEBACK', pspReference, value: 900 })
    control.dispute(psp, { eventCode: 'CHARGEBACK_REVERSED', pspReference, value: 900 })
    control.dispute(psp, { eventCode: 'SECOND_CHARGEBACK', pspReference, value: 900 })
    await adyen.pass(1000)
    expect(adyen.booked().slice(2)).toEqual([
      'chargeback 900',
      'chargeback_reversed 900',
      'second_chargeback 900',
    ])
    const disputed = adyen.items.filter((item) => item['pspReference'] === pspReference)
    expect(disputed.map((item) => item['originalReference'])).toEqual([
      psp,
      psp,
      undefined,
      undefined,
    ])
  })

  it('tells of a chargeback in euros, by variant', async () => {
    const adyen = openTestAdyen({ variant: { chargebackCurrency: 'EUR' } })
    adyen.control.dispute(await adyen.capture(), { eventCode: 'CHARGEBACK' })
    await adyen.pass(1000)
    expect(adyen.items.at(-1)).toMatchObject({ amount: amountOf(200, 'EUR') })
    expect(adyen.booked().at(-1)).toBe('chargeback 1000')
  })

  it('takes captures and refunds back when it is told to', async () => {
    const adyen = openTestAdyen()
    const psp = await adyen.capture()
    await requests(adyen).refund(psp, 300)
    adyen.control.returnRefund('re_1', 'REFUNDED_REVERSED')
    adyen.control.failCapture('pay_1')
    expect(adyen.control.booked(psp)).toEqual({
      openValue: 0,
      capturedValue: 0,
      refundedValue: 0,
      disputedValue: 0,
    })
    expect(() => adyen.control.failCapture('pay_2')).toThrow('no payment pay_2')
  })
})
