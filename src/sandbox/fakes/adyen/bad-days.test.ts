import { describe, expect, it } from 'vitest'
import { CHALLENGED_VISA, openTestAdyen, type TestAdyen } from '#proof/testing/adyen-fake.ts'
import type { BadDay } from './bad-days.ts'
import { HOUR_MS, SECOND_MS } from './deps.ts'

async function payOn(day: BadDay<'authorisation'>): Promise<TestAdyen & { result: unknown }> {
  const adyen = openTestAdyen()
  adyen.control.plan('authorisation', day)
  const { body } = await adyen.pay()
  return { ...adyen, result: [body['resultCode'], body['amount']] }
}

const amount = (value: number) => ({ currency: 'BRL', value })

describe('an authorisation', () => {
  it.each(['7 seconds', '2 hours'] as const)('is refused, and made after %s', async (later) => {
    const { result, pass, told, booked } = await payOn(`refused, authorised after ${later}`)
    expect(result).toEqual(['Refused', amount(1000)])
    await pass(SECOND_MS)
    expect(booked()).toEqual([])
    await pass(3 * HOUR_MS)
    expect(told()).toEqual(['AUTHORISATION false', 'AUTHORISATION true'])
    expect(booked()).toEqual(['authorised 1000'])
  })

  it.each([
    ['other amount', ['Authorised', amount(999)], ['authorised 999']],
    ['partial', ['PartiallyAuthorised', amount(500)], ['authorised 500']],
    ['sale', ['Authorised', amount(1000)], ['authorised 1000', 'captured 1000']],
    ['twice', ['Authorised', amount(1000)], ['authorised 1000', 'authorised 1000']],
    ['never told', ['Authorised', amount(1000)], ['authorised 1000']],
  ] as const)('%s', async (day, result, booked) => {
    const adyen = await payOn(day)
    expect(adyen.result).toEqual(result)
    expect(adyen.booked()).toEqual(booked)
    await adyen.pass(SECOND_MS)
    expect(adyen.told()).toHaveLength(day === 'never told' ? 0 : day === 'twice' ? 2 : 1)
  })

  it('is told before it is answered', async () => {
    const { told } = await payOn('webhook first')
    expect(told()).toEqual(['AUTHORISATION true'])
  })

  it('of a challenge is twice one without', async () => {
    const { pay, control, call, booked } = openTestAdyen()
    control.plan('authorisation', 'twice')
    const { body } = await pay({ number: CHALLENGED_VISA })
    const { url } = body['action'] as { url: string }
    const back = new URL(control.answer(url, 'pass') ?? '')
    const redirectResult = back.searchParams.get('redirectResult')
    await call('/payments/details', { details: { redirectResult } })
    expect(booked()).toEqual(['authorised 1000', 'authorised 1000'])
  })
})

describe('a call', () => {
  const payLost = async (day: BadDay<'call'>) => {
    // Such answers are in no document.
    const adyen = openTestAdyen({ isUnchecked: true })
    adyen.control.plan('call', day)
    const status = await adyen.pay({ key: 'pay-1' }).then(
      (answer) => answer.status,
      () => 'lost',
    )
    const { body } = await adyen.pay({ key: 'pay-1' })
    return { status, again: body['resultCode'], booked: adyen.booked(), waited: adyen.waited }
  }
  it.each([
    ['lost before', 'lost'],
    ['500 before', 500],
    ['503 and 703', 503],
    ['401 empty', 401],
    ['403 of a gateway', 403],
    ['HTML 502', 502],
  ] as const)('that is not done is made by the next: %s', async (day, status) => {
    expect(await payLost(day)).toMatchObject({
      status,
      again: 'Authorised',
      booked: ['authorised 1000'],
    })
  })

  it.each([
    ['lost after', 'lost'],
    ['500 after', 500],
    ['704', 422],
    ['cut JSON', 200],
    ['unknown result', 200],
    ['unknown fields', 200],
    ['hanging', 418],
    ['late', 200],
  ] as const)('that is done is not done again under its key: %s', async (day, status) => {
    expect(await payLost(day)).toMatchObject({ status, booked: ['authorised 1000'] })
  })
})
