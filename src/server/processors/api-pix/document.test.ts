import { expect, it } from 'vitest'
import { chargeOf, openTestAdapter } from '#proof/testing/api-pix/open-test-adapter.ts'
import { unknownFieldsOf } from './document.ts'

const GET = { method: 'GET', route: '/cob/{txid}' }

it('an unknown field is named with its place, once, and never with its value', () => {
  const pix = { endToEndId: 'E1', novo: 1, devolucoes: [{ id: 'a', extra: {} }] }
  const body = { ...chargeOf(), pix: [pix, pix], devedor: { cpf: '1', pessoa: { nome: 'Ana' } } }
  expect(unknownFieldsOf(GET, body)).toEqual([
    'GET /cob/{txid}: pix.novo',
    'GET /cob/{txid}: pix.devolucoes.extra',
    'GET /cob/{txid}: devedor.pessoa',
  ])
})

it('a name that may be a text of somebody is not shown', () => {
  const body = { 'maria@example.com': 1, valor: { '11144477735': 1, ['a'.repeat(41)]: 1 } }
  expect(unknownFieldsOf(GET, body)).toEqual([
    'GET /cob/{txid}: (no name)',
    'GET /cob/{txid}: valor.(no name)',
  ])
})

it.each([null, 'text', [], {}])('%j has none', (body) => {
  expect(unknownFieldsOf(GET, body)).toEqual([])
})

it('the adapter tells of them, and goes on', async () => {
  const names: string[] = []
  const { processor } = openTestAdapter([[200, { ...chargeOf(), novo: 'Ana' }]], {
    onUnknownField: (name) => names.push(name),
  })
  const id = 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye'
  const known = { paymentId: id, method: 'pix', amountMinor: 1, currency: 'BRL' } as const
  await processor.inquire(id, { ...known, references: {}, state: {}, facts: [] })
  expect(names).toEqual(['GET /cob/{txid}: novo'])
})
