import { describe, expect, it } from 'vitest'
import { createLedger } from './ledger.ts'

const CS = 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const PAY = 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const session = (status: string, version = 1) => ({
  status: 200,
  body: { object: 'session', id: CS, merchantId: 'a', status, version },
})
const call = (id: string, path = '/v1/sessions', caller: string | undefined = 'a') => ({
  id,
  path,
  caller,
})

describe('the ledger of the fuzz campaign (S-28)', () => {
  it('lets a session be created, read and end', () => {
    const ledger = createLedger()
    expect(ledger.observe(call('createSession'), session('open'))).toEqual([])
    expect(ledger.observe(call('readSession', `/v1/sessions/${CS}`), session('open'))).toEqual([])
    expect(ledger.observe(call('cancelSession'), session('canceled', 2))).toEqual([])
  })

  it('catches a session that no accepted call created', () => {
    const { observe } = createLedger()
    const list = { status: 200, body: { object: 'list', data: [session('open').body] } }
    expect(observe(call('listSessions'), list)).toEqual([
      `listSessions shows ${CS}, which no call created`,
    ])
  })

  it.each([
    ['that ended and is open again', 'open', 2, `${CS} was canceled and is open in readSession`],
    ['that went back in time', 'canceled', 0, `${CS} went back to version 0`],
  ])('catches a session %s', (_, status, version, fault) => {
    const { observe } = createLedger()
    observe(call('createSession'), session('canceled'))
    expect(observe(call('readSession'), session(status, version))).toEqual([fault])
  })

  it('catches data of another merchant', () => {
    const { observe } = createLedger()
    observe(call('createSession'), session('open'))
    const foreign = call('cancelSession', `/v1/sessions/${CS}/cancel`, 'b')
    expect(observe(foreign, { status: 404, body: {} })).toEqual([])
    expect(observe(foreign, session('canceled'))).toContain(
      `cancelSession served ${CS}, which is another merchant's`,
    )
  })

  it('catches a payment of another session', () => {
    const { observe } = createLedger()
    const at = (reference: string) => `/v1/checkout/${reference.repeat(33)}/payments`
    const paid = { status: 200, body: { object: 'checkout', payment: { id: PAY } } }
    const pay = (path: string) => ({ id: 'createPayment', path, caller: undefined })
    expect(observe(pay(at('a')), paid)).toEqual([])
    expect(observe(pay(at('b')), paid)).toEqual([
      `createPayment served ${PAY} as part of another session`,
    ])
  })
})
