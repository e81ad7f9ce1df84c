import { describe, expect, it } from 'vitest'
import { problem } from '#proof/testing/api-pix/examples.ts'
import {
  chargeOf,
  NOW,
  openTestAdapter,
  PAYMENT_ID,
  PIX_KEY,
  pixOf,
  type Reply,
  TXID,
} from '#proof/testing/api-pix/open-test-adapter.ts'
import {
  isProcessorNotAsked,
  isProcessorRefused,
  isProcessorSilent,
  type ProcessorPayment,
} from '../processor.ts'
import { NotConnected } from '../http/http.ts'

const PAYMENT: ProcessorPayment = {
  paymentId: PAYMENT_ID,
  amountMinor: 25_990,
  currency: 'BRL',
  merchantId: '7e3c1c4e-6d8a-4a3e-9c54-0a1b2c3d4e5f',
  merchantName: 'Loja',
  description: 'Pedido 1042',
  customer: { email: 'ana@example.com', name: 'Ana Souza', taxId: '123.456.789-09' },
  returnUrl: 'https://pay.example/c/1',
  method: { type: 'pix', expiresAt: new Date(NOW.getTime() + 900_500) },
}
const REFUSED: Reply = [400, problem('CobOperacaoInvalida', 400)]
const UNKNOWN: Reply = [404, problem('NaoEncontrado', 404)]

function create(replies: Reply[], changes: Partial<ProcessorPayment> = {}) {
  const { processor, asked } = openTestAdapter(replies)
  return { asked, outcome: processor.createPayment({ ...PAYMENT, ...changes }) }
}

describe('a new Pix', () => {
  it('is a charge with our id, the amount, the payer and the time that is left', async () => {
    const { asked, outcome } = create([[201, chargeOf()]])
    expect(await outcome).toMatchObject({ status: 'requires_action', references: { txid: TXID } })
    expect(asked).toMatchObject([
      {
        what: `PUT /cob/${TXID}`,
        body: {
          calendario: { expiracao: 900 },
          devedor: { cpf: '12345678909', nome: 'Ana Souza' },
          valor: { original: '259.90' },
          chave: PIX_KEY,
          solicitacaoPagador: 'Pedido 1042',
        },
      },
    ])
  })

  it.each([
    [
      'a company',
      { name: 'Loja', taxId: '11.222.333/0001-81' },
      { cnpj: '11222333000181', nome: 'Loja' },
    ],
    ['no name', { taxId: '12345678909' }, undefined],
    ['no tax id', { name: 'Ana' }, undefined],
  ])('names the payer where it may: %s', async (_, customer, devedor) => {
    const { asked, outcome } = create([[201, chargeOf()]], { customer })
    await outcome
    expect(Object(asked[0]?.body).devedor).toEqual(devedor)
  })

  it('cuts a long description between characters', async () => {
    const { asked, outcome } = create([[201, chargeOf()]], { description: `${'a'.repeat(139)}😀` })
    await outcome
    expect(Object(asked[0]?.body).solicitacaoPagador).toBe('a'.repeat(139))
  })

  it('expires with its session, also where the bank lets it live longer', async () => {
    const calendario = { criacao: NOW.toISOString(), expiracao: 86_400 }
    const { outcome } = create([[201, chargeOf({ calendario })]])
    expect(await outcome).toMatchObject({ action: { expiresAt: '2026-11-20T12:15:00.500Z' } })
  })

  it.each([
    ['a boleto', { method: { type: 'boleto', dueDate: '2026-11-25' } }],
    ['another currency', { currency: 'USD' }],
    ['nothing', { amountMinor: 0 }],
    ['more than the standard writes', { amountMinor: 1_000_000_000_000 }],
  ])('is refused before the bank is asked: %s', async (_, changes) => {
    const { asked, outcome } = create([], changes as unknown as Partial<ProcessorPayment>)
    await expect(outcome).rejects.toSatisfy(isProcessorRefused)
    expect(asked).toEqual([])
  })
})

describe('a Pix that the bank refuses', () => {
  it.each<[string, Reply[], object]>([
    [
      'after it was removed: a late request comes to nothing',
      [REFUSED, [200, chargeOf({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })]],
      { status: 'failed', declineCode: 'processing_error' },
    ],
    [
      'after it was paid',
      [REFUSED, [200, chargeOf({ status: 'CONCLUIDA', pix: [pixOf()] })]],
      { status: 'succeeded', capturedMinor: 25_990 },
    ],
    [
      'since it is there already',
      [
        [409, { mensagem: 'txid em uso' }],
        [200, chargeOf()],
      ],
      { status: 'requires_action' },
    ],
    [
      'with a first answer that has no code',
      [
        [201, chargeOf({ pixCopiaECola: '', location: null })],
        [200, chargeOf()],
      ],
      { status: 'requires_action' },
    ],
  ])('%s', async (_, replies, expected) => {
    expect(await create(replies).outcome).toMatchObject(expected)
  })

  it.each<[string, Reply[]]>([
    ['as it was sent, and does not know', [REFUSED, UNKNOWN]],
    ['for want of a permission', [[403, problem('AcessoNegado', 403)]]],
    ['with a 403 of a proxy', [[403, '<html>']]],
  ])('%s: nothing happened', async (_, replies) => {
    const { outcome } = create(replies)
    await expect(outcome).rejects.toSatisfy(isProcessorRefused)
  })

  it.each<[string, Reply[]]>([
    ['and then does not answer', [REFUSED, new Error('timeout')]],
    ['and then cannot be reached', [REFUSED, new NotConnected('ECONNREFUSED')]],
    ['and then refuses to say', [REFUSED, [403, problem('AcessoNegado', 403)]]],
    ['with a 400 of a proxy', [[400, '<html>']]],
    ['for now', [[429, problem('LimiteExcedido', 429)]]],
    ['being out of order', [[503, problem('ServicoIndisponivel', 503)]]],
    ['by sending elsewhere', [[302, '']]],
    ['without an answer', [new Error('ECONNRESET')]],
  ])('%s: the outcome is unknown', async (_, replies) => {
    const { outcome } = create(replies)
    await expect(outcome).rejects.toSatisfy(isProcessorSilent)
  })

  it.each<[string, Reply, boolean]>([
    ['a page of a firewall', [400, '<html>'], true],
    ['a page that says it is done', [200, '<html>'], true],
    ['an error of the bank', [503, problem('ServicoIndisponivel', 503)], true],
    ['nothing', new Error('ECONNRESET'), false],
  ])('S-135: knows %s from silence: %s %s', async (_, reply, hasAnswered) => {
    await expect(create([reply]).outcome).rejects.toMatchObject({ hasAnswered })
  })

  it('is not asked when there is no connection', async () => {
    const { outcome } = create([new NotConnected('ECONNREFUSED')])
    await expect(outcome).rejects.toSatisfy(isProcessorNotAsked)
  })

  it('is named in no error with a person, a secret or a token', async () => {
    const answer = { ...problem('CobOperacaoInvalida', 400), detail: 'CPF 12345678909' }
    const error = await create([[400, answer], UNKNOWN]).outcome.catch((error: unknown) => error)
    expect(String(error)).toBe(
      'ProcessorRefused: PUT /cob/{txid} was refused with 400 CobOperacaoInvalida',
    )
  })
})
