import { describe, expect, it } from 'vitest'
import * as examples from '#proof/testing/api-pix/examples.ts'
import { Charge, Pix, PixReturn, Problem, ReceivedPix, Webhook, WebhookBody } from './messages.ts'

describe("the document's examples can be read", () => {
  it.each([
    ['an active charge', examples.ACTIVE_CHARGE, 'ATIVA', 0],
    ['a paid charge', examples.PAID_CHARGE, 'CONCLUIDA', 1],
    ['a revised charge', examples.REVISED_CHARGE, 'ATIVA', 0],
    ['a charge with cash', examples.CHARGE_WITH_CASH, 'ATIVA', 0],
  ])('%s', (_, example, status, count) => {
    const charge = Charge.parse(example)
    expect(charge.status).toBe(status)
    expect(charge.pix).toHaveLength(count)
    expect(charge.calendario).toEqual({
      criacao: new Date('2020-09-09T20:15:00.358Z'),
      expiracao: 3600,
    })
  })

  it.each([
    ['with a return', examples.PIX_WITH_RETURN, 10_000, 1],
    ['alone', examples.PIX_ALONE, 20_000, 0],
    ['with cash', examples.PIX_WITH_CASH, 20_000, 0],
    ['of a notification', examples.NOTIFIED, 11_000, 0],
    ['of a notification whose returns are no list', examples.NOTIFIED_WITH_RETURN, 11_000, 1],
  ])('a Pix %s', (_, example, valor, count) => {
    const pix = Pix.parse(example)
    expect(pix.valor).toBe(valor)
    expect(pix.devolucoes).toHaveLength(count)
  })

  it.each([
    ['under way', examples.RETURN_PENDING, 789],
    ['not made', examples.RETURN_NOT_MADE, 2000],
  ])('a return %s', (_, example, valor) => {
    expect(PixReturn.parse(example)).toMatchObject({ valor, status: example.status })
  })

  it.each([
    ['pix', examples.RECEIVED],
    ['cobs', { parametros: examples.RECEIVED.parametros, cobs: examples.RECEIVED.pix }],
  ])('a page of Pix that is called %s', (_, page) => {
    const read = ReceivedPix.parse(page)
    expect(read.pix.map(({ valor }) => valor)).toEqual([10_000, 20_000, 20_000])
    expect(read.parametros?.paginacao.quantidadeDePaginas).toBe(1)
  })

  it('a notification of several Pix, and a webhook', () => {
    const body = { pix: [examples.NOTIFIED_WITH_RETURN, examples.NOTIFIED] }
    expect(WebhookBody.parse(body)).toHaveLength(2)
    expect(Webhook.parse(examples.WEBHOOK).webhookUrl).toBe('https://pix.example.com/api/webhook/')
  })

  it.each([
    ['CobOperacaoInvalida', 400],
    ['PixDevolucaoInvalida', 400],
    ['AcessoNegado', 403],
    ['NaoEncontrado', 404],
    ['ServicoIndisponivel', 503],
  ])('the error %s', (type, status) => {
    expect(Problem.parse(examples.problem(type, status))).toBe(type)
  })
})

describe('what the document does not say', () => {
  it('does not throw: fields and statuses of later releases, and fields of another form', () => {
    const charge = Charge.parse({
      ...examples.PAID_CHARGE,
      status: 'EM_ANALISE',
      novo: { campo: 1 },
      revisao: 'one',
      calendario: 'later',
      loc: 3,
      pixCopiaECola: null,
    })
    expect(charge).toMatchObject({ status: 'EM_ANALISE', pix: [{ valor: 11_000 }] })
    expect(charge.calendario).toBeUndefined()
  })

  it.each([null, undefined])('a list may be %s', (pix) => {
    expect(Charge.parse({ ...examples.ACTIVE_CHARGE, pix }).pix).toEqual([])
    expect(ReceivedPix.parse({ pix }).pix).toEqual([])
  })

  it('an amount in another form is never guessed', () => {
    const pix = [{ ...examples.PIX_ALONE, valor: '200.5' }]
    expect(Charge.safeParse({ ...examples.PAID_CHARGE, pix }).success).toBe(false)
    expect(ReceivedPix.safeParse({ pix }).success).toBe(false)
  })

  it('an error whose type is no word has no name', () => {
    expect(Problem.parse({ type: 'https://bank.example/?person=12345678909' })).toBe('')
    expect(Problem.parse({})).toBe('')
  })
})
