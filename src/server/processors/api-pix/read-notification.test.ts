import { describe, expect, it } from 'vitest'
import { NOTIFIED, NOTIFIED_WITH_RETURN } from '#proof/testing/api-pix/examples.ts'
import {
  E2E_ID,
  openTestAdapter,
  PAYMENT_ID,
  pixOf,
  returnOf,
} from '#proof/testing/api-pix/open-test-adapter.ts'

const CERTIFIED = { path: '/pix', isCertified: true }

async function read(body: unknown, arrival = CERTIFIED) {
  const { processor, asked } = openTestAdapter([])
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const found = await processor.readNotification(text, new Headers(), arrival)
  expect(asked).toEqual([])
  return found === undefined ? undefined : [found].flat()
}

const namesOf = async (...pix: object[]) =>
  (await read({ pix }))?.map(({ notificationId }) => notificationId)

describe('a notification', () => {
  it.each([
    ['without a certificate', { path: '/pix', isCertified: false }],
    ['to another path', { path: '', isCertified: true }],
    ['to a longer path', { path: '/pix/pix', isCertified: true }],
  ])('is not authentic %s', async (_, arrival) => {
    expect(await read({ pix: [pixOf()] }, arrival)).toBeUndefined()
  })

  it('names each payment of ours, and says nothing of its outcome', async () => {
    const other = pixOf({ txid: 'HCPAY0Tq4mFhZ7Rk2vXw9sLd3Yf', endToEndId: `${E2E_ID}2` })
    expect(await read({ pix: [pixOf(), NOTIFIED, other, NOTIFIED_WITH_RETURN] })).toEqual([
      { notificationId: expect.stringMatching(/^pix_[0-9a-f]{40}$/), paymentId: PAYMENT_ID },
      { notificationId: expect.any(String), paymentId: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Yf' },
    ])
  })

  it('is the same when it comes again, with other fields and another order', async () => {
    const two = [returnOf(), returnOf({ id: 'D99' })]
    const first = await namesOf(pixOf({ devolucoes: two }))
    expect(await namesOf(pixOf({ devolucoes: two.toReversed(), infoPagador: 'x' }))).toEqual(first)
    expect(await namesOf(pixOf({ devolucoes: two }), pixOf({ devolucoes: two }))).toEqual(first)
  })

  it('is another for each news', async () => {
    const names = await namesOf(
      pixOf(),
      pixOf({ endToEndId: `${E2E_ID}2` }),
      pixOf({ valor: '0.01' }),
      pixOf({ devolucoes: [returnOf({ status: 'EM_PROCESSAMENTO' })] }),
      pixOf({ devolucoes: [returnOf({ status: 'DEVOLVIDO' })] }),
      pixOf({ devolucoes: [returnOf({ status: 'EM_ANALISE' })] }),
    )
    expect(new Set(names).size).toBe(6)
  })

  it.each<[string, unknown]>([
    ['no JSON', 'pix'],
    ['a test of the bank', { evento: 'teste_webhook' }],
    ['other news', { rec: [{ idRec: 'R1' }] }],
    ['a list of nothing', { pix: [null, 3, {}, pixOf({ valor: '1,00' })] }],
    ['a list', [pixOf()]],
  ])('that is %s is acknowledged, and names nothing', async (_, body) => {
    expect(await read(body)).toEqual([])
  })

  it('that is no list names its Pix', async () => {
    expect(await read({ pix: pixOf() })).toMatchObject([{ paymentId: PAYMENT_ID }])
  })
})
