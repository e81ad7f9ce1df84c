import { describe, expect, it } from 'vitest'
import { bookKey, compareBooks } from '#domain/compare-books.ts'
import { problem, RECEIVED } from '#proof/testing/api-pix/examples.ts'
import {
  E2E_ID,
  NOW,
  openTestAdapter,
  PAYMENT_ID,
  pixOf,
  REFUND_ID,
  type Reply,
  returnOf,
} from '#proof/testing/api-pix/open-test-adapter.ts'
import { isProcessorRefused, isProcessorSilent, type ProcessorMovements } from '../processor.ts'

const SINCE = new Date('2026-11-20T00:00:00.000Z')
const OLD = '2026-10-01T12:00:00.000Z'
const MED = { id: 'D99', natureza: 'MED_FRAUDE', valor: '59.90' }
const at = (liquidacao: string) => ({ horario: { liquidacao } })
const page = (pix: object[], pages = 1, called = 'pix'): Reply => [
  200,
  { parametros: { paginacao: { quantidadeDePaginas: pages } }, [called]: pix },
]

async function list(replies: Reply[]) {
  const { processor, asked } = openTestAdapter(replies)
  const movements: ProcessorMovements['movements'] = []
  for (let cursor: string | undefined; ;) {
    const found = await processor.listMovements?.({ since: SINCE, ...(cursor && { cursor }) })
    movements.push(...(found?.movements ?? []))
    if (found?.next === undefined) break
    cursor = found.next
  }
  return { movements, queries: asked.map(({ call }) => new URL(call.url).searchParams) }
}

describe('the movements of an account', () => {
  it('are the Pix since then, and then the returns since then, also of older Pix', async () => {
    const returned = [
      returnOf(at('2026-11-20T13:00:00.000Z')),
      returnOf({ ...MED, ...at('2026-11-20T14:00:00.000Z') }),
    ]
    const { movements, queries } = await list([
      page([pixOf()]),
      page([pixOf({ horario: OLD, devolucoes: returned })]),
    ])
    expect(movements).toEqual([
      {
        kind: 'capture',
        id: PAYMENT_ID,
        part: E2E_ID,
        amountMinor: 25_990,
        currency: 'BRL',
        at: new Date('2026-11-20T12:01:00.000Z'),
      },
      {
        kind: 'refund',
        id: REFUND_ID,
        amountMinor: 1000,
        currency: 'BRL',
        at: new Date('2026-11-20T13:00:00.000Z'),
      },
      {
        kind: 'reversal',
        id: PAYMENT_ID,
        amountMinor: 5990,
        currency: 'BRL',
        at: new Date('2026-11-20T14:00:00.000Z'),
      },
    ])
    expect(
      queries.map((query) => [
        query.get('inicio'),
        query.get('fim'),
        query.get('devolucaoPresente'),
      ]),
    ).toEqual([
      [SINCE.toISOString(), NOW.toISOString(), null],
      ['2026-08-12T00:00:00.000Z', NOW.toISOString(), 'true'],
    ])
  })

  it('come in pages', async () => {
    const other = pixOf({ endToEndId: `${E2E_ID}2`, txid: 'HCPAY0Tq4mFhZ7Rk2vXw9sLd3Yf' })
    const { movements, queries } = await list([page([pixOf()], 2), page([other], 2), page([])])
    expect(movements.map(({ id }) => id)).toEqual([PAYMENT_ID, 'pay_0Tq4mFhZ7Rk2vXw9sLd3Yf'])
    expect(queries.map((query) => query.get('paginacao.paginaAtual'))).toEqual(['0', '1', '0'])
  })

  it('end where a bank names no number of pages, or promises pages that are empty', async () => {
    expect(
      (
        await list([
          [200, { pix: [pixOf()] }],
          [200, {}],
        ])
      ).queries,
    ).toHaveLength(2)
    expect((await list([page([], 9), page([], 9)])).queries).toHaveLength(2)
  })

  it.each(['pix', 'cobs'])('are read of the list that is called %s', async (called) => {
    expect((await list([page([pixOf()], 1, called), page([])])).movements).toHaveLength(1)
  })

  it.each<[string, object, number]>([
    [
      'by a bank, with its total',
      {
        devolucoes: [
          returnOf({ ...MED, ...at(OLD) }),
          returnOf({ ...MED, id: 'D98', ...at('2026-11-20T14:00:00.000Z') }),
        ],
      },
      11_980,
    ],
    [
      'by a bank, in a list without brackets',
      { devolucoes: returnOf({ ...MED, ...at('2026-11-20T14:00:00.000Z') }) },
      5990,
    ],
  ])('have what was taken back %s', async (_, changes, amountMinor) => {
    const { movements } = await list([page([]), page([pixOf({ horario: OLD, ...changes })])])
    expect(movements).toMatchObject([{ kind: 'reversal', amountMinor }])
  })

  it.each<[string, Record<string, unknown>]>([
    ['is older', at(OLD)],
    ['is not made yet', { status: 'EM_PROCESSAMENTO' }],
    ['was not made', { status: 'NAO_REALIZADO' }],
  ])('leave out a return that %s', async (_, changes) => {
    const { movements } = await list([
      page([]),
      page([
        pixOf({ horario: OLD, devolucoes: [returnOf(changes), returnOf({ ...MED, ...changes })] }),
      ]),
    ])
    expect(movements).toEqual([])
  })

  it.each([
    ['one page', (first: object, second: object) => [page([first, second, first])]],
    ['two pages', (first: object, second: object) => [page([first], 2), page([second, first], 2)]],
  ])('have each Pix of a charge with its name, on %s', async (_, pagesOf) => {
    const second = pixOf({ endToEndId: `${E2E_ID}2`, valor: '0.10' })
    const { movements } = await list([...pagesOf(pixOf(), second), page([])])
    const parts = new Map(movements.map(({ part, ...movement }) => [part, movement]))
    expect([...parts]).toMatchObject([
      [E2E_ID, { kind: 'capture', id: PAYMENT_ID, amountMinor: 25_990 }],
      [`${E2E_ID}2`, { kind: 'capture', id: PAYMENT_ID, amountMinor: 10 }],
    ])
    const entry = { id: PAYMENT_ID, sessionId: 'cs_1', currency: 'BRL', status: 'done' } as const
    const ours = { kind: 'capture', ...entry, amountMinor: 26_000 } as const
    expect(compareBooks(new Map([[bookKey(ours), ours]]), movements)).toEqual([])
  })

  it('leave out what other systems receive at the same account', async () => {
    const { movements } = await list([[200, RECEIVED], page([pixOf({ txid: undefined })])])
    expect(movements).toEqual([])
  })

  it.each<[string, Reply, (error: unknown) => boolean]>([
    ['an amount that cannot be read', page([pixOf({ valor: '259,90' })]), isProcessorSilent],
    ['a refusal', [403, problem('AcessoNegado', 403)], isProcessorRefused],
  ])('are no list with %s', async (_, reply, isIt) => {
    await expect(list([reply])).rejects.toSatisfy(isIt)
  })
})
