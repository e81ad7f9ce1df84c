import { describe, expect, it } from 'vitest'
import { problem, RETURN_NOT_MADE, RETURN_PENDING } from '#proof/testing/api-pix/examples.ts'
import {
  chargeOf,
  E2E_ID,
  KNOWN,
  openTestAdapter,
  PAYMENT_ID,
  pixOf,
  REFUND_ID,
  type Reply,
  RETURN_ID,
  returnOf,
  TXID,
} from '#proof/testing/api-pix/open-test-adapter.ts'
import { isProcessorRefused, isProcessorSilent, type KnownPayment } from '../processor.ts'
import { NotConnected } from '../http/http.ts'

const SECOND = 'E1234567820261120120099999999999'
const REFUND = { refundId: REFUND_ID, paymentId: PAYMENT_ID, amountMinor: 1000, currency: 'BRL' }
const PAID_BY_ONE: KnownPayment = {
  ...KNOWN,
  references: { endToEndId: E2E_ID, txid: TXID },
  state: { pixCount: 1 },
}
const REFUSED: Reply = [400, problem('PixDevolucaoInvalida', 400)]
const UNKNOWN: Reply = [404, problem('NaoEncontrado', 404)]
const PUT = `PUT /pix/${E2E_ID}/devolucao/${RETURN_ID}`
const GET = `GET /pix/${E2E_ID}/devolucao/${RETURN_ID}`
const GET_CHARGE = `GET /cob/${TXID}`

function refund(replies: Reply[], payment = PAID_BY_ONE, amountMinor = 1000) {
  const { processor, asked } = openTestAdapter(replies)
  return { asked, refund: processor.createRefund({ ...REFUND, amountMinor }, payment) }
}

describe('a refund', () => {
  it('is a return of the Pix, with our id', async () => {
    const { asked, refund: made } = refund([[201, returnOf({ status: 'EM_PROCESSAMENTO' })]])
    expect(await made).toEqual({
      status: 'pending',
      references: { returnId: 'D1234567820261120130012345678901' },
      state: { endToEndId: E2E_ID },
    })
    expect(asked).toMatchObject([{ what: PUT, body: { valor: '10.00' } }])
  })

  it.each([
    ['DEVOLVIDO', 'succeeded'],
    ['NAO_REALIZADO', 'failed'],
    ['EM_PROCESSAMENTO', 'pending'],
    ['EM_ANALISE', 'pending'],
  ])('whose return is %s is %s', async (status, expected) => {
    expect(await refund([[201, returnOf({ status })]]).refund).toMatchObject({ status: expected })
  })

  it('whose id the bank has used already is the one that was made', async () => {
    const { asked, refund: made } = refund([REFUSED, [200, returnOf()]])
    expect(await made).toMatchObject({ status: 'succeeded' })
    expect(asked.map(({ what }) => what)).toEqual([PUT, GET])
  })

  it('that the bank refuses has failed', async () => {
    await expect(refund([REFUSED, UNKNOWN]).refund).rejects.toSatisfy(isProcessorRefused)
  })

  it.each<[string, Reply[]]>([
    ['is not answered', [new Error('timeout')]],
    ['is refused by who then is out of reach', [REFUSED, new NotConnected('ECONNREFUSED')]],
    ['is refused by who then refuses to say', [REFUSED, [403, {}]]],
    ['is answered with an amount that cannot be read', [[201, returnOf({ valor: 10 })]]],
  ])('that %s may have been made', async (_, replies) => {
    await expect(refund(replies).refund).rejects.toSatisfy(isProcessorSilent)
  })
})

describe('the Pix of a refund', () => {
  const paidBy = (...pix: object[]): Reply => [200, chargeOf({ status: 'CONCLUIDA', pix })]
  const small = pixOf({ valor: '5.00', horario: '2026-11-20T12:00:30.000Z' })
  const large = pixOf({ endToEndId: SECOND, valor: '250.00' })

  it.each<[string, object[], number, string]>([
    ['is found by the charge', [pixOf()], 1000, E2E_ID],
    ['is the first', [large, small], 500, E2E_ID],
    ['is the first that is large enough', [small, large], 1000, SECOND],
    [
      'is another when the first has been returned',
      [{ ...small, devolucoes: [returnOf({ id: 'other', valor: '5.00' })] }, large],
      100,
      SECOND,
    ],
    [
      'is the first when its return was not made',
      [
        {
          ...small,
          devolucoes: [returnOf({ id: 'other', valor: '5.00', status: 'NAO_REALIZADO' })],
        },
        large,
      ],
      100,
      E2E_ID,
    ],
  ])('%s', async (_, pix, amountMinor, e2eid) => {
    const { asked, refund: made } = refund([paidBy(...pix), [201, returnOf()]], KNOWN, amountMinor)
    expect(await made).toMatchObject({ state: { endToEndId: e2eid } })
    expect(asked.map(({ what }) => what)).toEqual([
      GET_CHARGE,
      `PUT /pix/${e2eid}/devolucao/${RETURN_ID}`,
    ])
  })

  it('is the one from which the same refund was made before', async () => {
    const pix = [pixOf(), { ...large, devolucoes: [returnOf()] }]
    const { asked, refund: made } = refund([paidBy(...pix)], KNOWN)
    expect(await made).toMatchObject({ status: 'succeeded', state: { endToEndId: SECOND } })
    expect(asked).toHaveLength(1)
  })

  it('is the same when the refund is requested again, whatever the charge lists by then', async () => {
    const { processor, asked } = openTestAdapter([[201, returnOf()]])
    const again = { ...REFUND, amountMinor: 500, state: { endToEndId: SECOND } }
    expect(await processor.createRefund(again, KNOWN)).toMatchObject({
      state: { endToEndId: SECOND },
    })
    expect(asked.map(({ what }) => what)).toEqual([`PUT /pix/${SECOND}/devolucao/${RETURN_ID}`])
  })

  it('does not exist when all together have less', async () => {
    const made = refund([paidBy(small, large)], KNOWN, 25_501).refund
    await expect(made).rejects.toSatisfy(isProcessorRefused)
  })

  it('is the known one when the bank no longer has the charge', async () => {
    const payment = { ...KNOWN, references: { endToEndId: E2E_ID } }
    const { refund: made } = refund([UNKNOWN, [201, returnOf()]], payment)
    expect(await made).toMatchObject({ status: 'succeeded' })
  })
})

describe('the Pix of what came on top of a payment', () => {
  const first = pixOf({ valor: '10.00', horario: '2026-11-20T12:00:30.000Z' })
  const second = pixOf({ endToEndId: SECOND, valor: '10.00' })
  const returnedIn = (pix: object, valor: string) => ({
    ...pix,
    devolucoes: [returnOf({ id: 'other', valor })],
  })
  const refundOf = (...pix: object[]) => {
    const charge: Reply = [200, chargeOf({ status: 'CONCLUIDA', pix })]
    const { processor, asked } = openTestAdapter([charge, [201, returnOf()]])
    return { asked, refund: processor.createRefund({ ...REFUND, isSurplus: true }, KNOWN) }
  }

  it('is the latest', async () => {
    expect(await refundOf(first, second).refund).toMatchObject({ state: { endToEndId: SECOND } })
  })

  it.each<[string, string, [string, string, number][]]>([
    ['all', '10.00', [[E2E_ID, `${RETURN_ID}p1`, 1000]]],
    [
      'some',
      '4.00',
      [
        [SECOND, `${RETURN_ID}p1`, 600],
        [E2E_ID, `${RETURN_ID}p2`, 400],
      ],
    ],
  ])(
    'R-52: is the first for what is missing where %s of the others has gone back already',
    async (_, gone, parts) => {
      const { asked, refund: planned } = refundOf(first, returnedIn(second, gone))
      expect(await planned).toEqual({ status: 'pending', state: { parts: JSON.stringify(parts) } })
      expect(asked).toHaveLength(1)
    },
  )

  it('does not exist when all together have less', async () => {
    const made = refundOf(returnedIn(first, '4.00'), returnedIn(second, '10.00')).refund
    await expect(made).rejects.toSatisfy(isProcessorRefused)
  })
})

describe('R-55: a refund that no single Pix can pay', () => {
  const first = pixOf({ valor: '5.00', horario: '2026-11-20T12:00:30.000Z' })
  const second = pixOf({ endToEndId: SECOND, valor: '250.00' })
  const charge = (...pix: object[]): Reply => [200, chargeOf({ status: 'CONCLUIDA', pix })]
  const [p1, p2] = [`${RETURN_ID}p1`, `${RETURN_ID}p2`]
  const PARTS = JSON.stringify([
    [E2E_ID, p1, 500],
    [SECOND, p2, 25_000],
  ])
  const state = { parts: PARTS }
  const ALL = { ...REFUND, amountMinor: 25_500, state }
  const made = (id: string, valor: string, status = 'DEVOLVIDO') => returnOf({ id, valor, status })
  const request = (replies: Reply[]) => {
    const { processor, asked } = openTestAdapter(replies)
    return { asked, answer: processor.createRefund(ALL, KNOWN) }
  }
  const inquire = (...replies: Reply[]) =>
    openTestAdapter(replies).processor.inquireRefund(REFUND_ID, {
      ...ALL,
      payment: KNOWN,
      references: {},
    })
  const returned: Reply = [200, made(p1, '5.00')]
  const rest: Reply = [200, made(p2, '250.00')]
  const notMade: Reply = [200, made(p2, '250.00', 'NAO_REALIZADO')]

  it('R-55: has parts, oldest Pix first, and nothing is requested before they are kept', async () => {
    const { refund: planned, asked } = refund([charge(second, first)], KNOWN, 25_500)
    expect(await planned).toEqual({ status: 'pending', state })
    expect(asked.map(({ what }) => what)).toEqual([GET_CHARGE])
  })

  it('R-55: requests the parts that the bank does not know yet', async () => {
    const { asked, answer } = request([charge(first, second), returned, UNKNOWN, rest])
    expect(await answer).toMatchObject({ status: 'succeeded', state })
    expect(asked.map(({ what }) => what).filter((what) => what.startsWith('PUT'))).toEqual([
      `PUT /pix/${SECOND}/devolucao/${p2}`,
    ])
  })

  it.each<[string, Reply[]]>([
    ['the bank does not say what became of a part', [charge(first, second), [403, {}], returned]],
    ['a return is not answered', [charge(first, second), UNKNOWN, UNKNOWN, new Error('timeout')]],
  ])('R-55: may have been made where %s', async (_, replies) => {
    await expect(request(replies).answer).rejects.toSatisfy(isProcessorSilent)
  })

  it('R-55: has failed where the bank refuses the first part, and the second is not requested', async () => {
    const { asked, answer } = request([charge(first, second), UNKNOWN, UNKNOWN, REFUSED, UNKNOWN])
    await expect(answer).rejects.toSatisfy(isProcessorRefused)
    expect(asked).toHaveLength(5)
  })

  it('R-55: is not ended where the bank refuses a part after another has gone', async () => {
    const { answer } = request([charge(first, second), returned, UNKNOWN, REFUSED, UNKNOWN])
    expect(await answer).toEqual({ status: 'pending', state })
  })

  it('R-55: takes the rest from another Pix where one cannot pay its part', async () => {
    const third = pixOf({ endToEndId: 'E3', valor: '250.00', horario: '2026-11-20T13:00:00.000Z' })
    const reversed = { ...second, devolucoes: [returnOf({ id: 'MED', valor: '250.00' })] }
    const gone = { ...first, devolucoes: [made(p1, '5.00')] }
    const { answer } = request([charge(gone, reversed, third), returned, UNKNOWN, REFUSED, UNKNOWN])
    const parts = JSON.stringify([
      [E2E_ID, p1, 500],
      ['E3', p2, 25_000],
    ])
    expect(await answer).toEqual({ status: 'pending', state: { parts } })
  })

  it('R-55: requests nothing by parts of which the returns at the bank are none', async () => {
    const gone = { ...second, devolucoes: [made(p1, '100.00')] }
    const { asked, answer } = request([charge(first, gone)])
    const { state: kept } = await answer
    expect(JSON.parse(String(kept?.['parts']))).toEqual([
      [SECOND, p1, 10_000],
      [E2E_ID, p2, 500],
      [SECOND, `${RETURN_ID}p3`, 15_000],
    ])
    expect(asked).toHaveLength(1)
  })

  it.each<[string, Reply[], object]>([
    ['of which a part is not known', [returned, UNKNOWN], { status: 'not_found' }],
    ['of which a part is another', [returned, [200, made(p2, '9.00')]], { status: 'not_found' }],
    ['of which all parts are made', [returned, rest], { status: 'succeeded' }],
    [
      'of which a part is on its way',
      [returned, [200, made(p2, '250.00', 'EM_PROCESSAMENTO')]],
      { status: 'pending', state },
    ],
    [
      'of which no part was made',
      [[200, made(p1, '5.00', 'NAO_REALIZADO')], notMade],
      { status: 'failed' },
    ],
    [
      'of which one part was not made',
      [returned, notMade],
      { status: 'pending', state: { parts: PARTS.replace(p2, `${RETURN_ID}p3`) } },
    ],
  ])('R-55: is inquired about: %s', async (_, replies, expected) => {
    expect(await inquire(...replies)).toMatchObject(expected)
  })
})

describe('an inquiry about a refund', () => {
  const inquire = (replies: Reply[], changes: object) => {
    const { processor, asked } = openTestAdapter(replies)
    const known = { ...REFUND, payment: KNOWN, references: {}, state: {}, ...changes }
    return { asked, answer: processor.inquireRefund(REFUND_ID, known) }
  }

  it.each<[string, Reply, object]>([
    ['under way', [200, RETURN_PENDING], { status: 'pending' }],
    ['not made', [200, RETURN_NOT_MADE], { status: 'failed' }],
    ['made', [200, returnOf()], { status: 'succeeded' }],
    ['not known', UNKNOWN, { status: 'not_found' }],
  ])('asks the bank: %s', async (_, reply, expected) => {
    const { answer, asked } = inquire([reply], { state: { endToEndId: E2E_ID } })
    expect(await answer).toMatchObject(expected)
    expect(asked.map(({ what }) => what)).toEqual([GET])
  })

  it.each<[string, Reply, object]>([
    [
      'finds it',
      [200, chargeOf({ pix: [pixOf({ devolucoes: [returnOf()] })] })],
      { status: 'succeeded' },
    ],
    ['does not find it', [200, chargeOf({ pix: [pixOf()] })], { status: 'not_found' }],
    ['finds no charge', UNKNOWN, { status: 'not_found' }],
  ])('goes by the charge where the Pix is not known, and %s', async (_, reply, expected) => {
    const { answer, asked } = inquire([reply], {})
    expect(await answer).toMatchObject(expected)
    expect(asked.map(({ what }) => what)).toEqual([GET_CHARGE])
  })

  it('throws what the bank refuses', async () => {
    const { answer } = inquire([[403, {}]], { payment: PAID_BY_ONE })
    await expect(answer).rejects.toSatisfy(isProcessorRefused)
  })
})
