import { describe, expect, it } from 'vitest'
import { createApiPixValidator } from './validate-message.ts'

const validator = createApiPixValidator()
const TXID = 'abcdefghijklmnopqrstuvwxyz1'
const E2E = 'E1234567820200909122120200808008'
const CHARGE = { calendario: { expiracao: 3600 }, valor: { original: '10.00' }, chave: 'k' }

function request(method: string, path: string, body?: object, authorization = 'Bearer t') {
  const headers = new Headers({ authorization, 'content-type': 'application/json' })
  return validator.request({
    method,
    path,
    headers,
    body: body === undefined ? '' : JSON.stringify(body),
  })
}

function response(path: string, status: number, body: unknown, type = 'application/json') {
  const headers = new Headers({ 'content-type': type })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return validator.response({ method: 'GET', path }, { status, headers, body: text })
}

const problem = (status: number) => ({
  type: 'https://pix.bcb.gov.br/api/v2/error/NaoEncontrado',
  title: 'x',
  status,
})

describe('a message by API Pix 2.9.0', () => {
  it('fits', () => {
    expect(request('PUT', `/cob/${TXID}`, CHARGE)).toEqual([])
    expect(request('GET', '/pix?inicio=2026-01-01T00:00:00Z&fim=2026-01-02T00:00:00Z')).toEqual([])
    expect(request('PUT', `/pix/${E2E}/devolucao/1`, { valor: '1.00' })).toEqual([])
    expect(response(`/cob/${TXID}`, 404, problem(404), 'application/problem+json')).toEqual([])
    expect(response(`/cob/${TXID}`, 429, 'slow down', 'text/plain')).toEqual([])
  })

  it.each([
    ['no such operation', () => request('POST', `/cob/${TXID}`, CHARGE)],
    ['a txid of 25 characters', () => request('PUT', `/cob/${TXID.slice(2)}`, CHARGE)],
    ['a txid of 36 characters', () => request('PUT', `/cob/${TXID}123456789`, CHARGE)],
    ['no body', () => request('PUT', `/cob/${TXID}`)],
    [
      'an amount as a number',
      () => request('PUT', `/cob/${TXID}`, { ...CHARGE, valor: { original: 10 } }),
    ],
    ['a comma', () => request('PUT', `/cob/${TXID}`, { ...CHARGE, valor: { original: '10,00' } })],
    ['no key', () => request('PUT', `/cob/${TXID}`, { ...CHARGE, chave: undefined })],
    [
      'a field that is misspelt',
      () => request('PUT', `/cob/${TXID}`, { ...CHARGE, solicitacao: 'x' }),
    ],
    [
      '… within an object',
      () =>
        request('PUT', `/cob/${TXID}`, { ...CHARGE, valor: { original: '1.00', moeda: 'BRL' } }),
    ],
    [
      'a CPF with dots',
      () =>
        request('PUT', `/cob/${TXID}`, {
          ...CHARGE,
          devedor: { cpf: '123.456.789-09', nome: 'x' },
        }),
    ],
    ['no token', () => request('GET', `/cob/${TXID}`, undefined, '')],
    ['no end of a period', () => request('GET', '/pix?inicio=2026-01-01T00:00:00Z')],
    ['a date without time', () => request('GET', '/pix?inicio=2026-01-01&fim=2026-01-02')],
    [
      'a page of 1001',
      () =>
        request(
          'GET',
          '/cob?inicio=2026-01-01T00:00:00Z&fim=2026-01-02T00:00:00Z&paginacao.itensPorPagina=1001',
        ),
    ],
    ['a parameter of its own', () => request('GET', `/cob/${TXID}?expand=1`)],
    ['a status of its own', () => response(`/cob/${TXID}`, 202, {})],
    ['no JSON', () => response(`/cob/${TXID}`, 200, '{"a":')],
    [
      'a charge without revision',
      () => response(`/cob/${TXID}`, 200, { ...CHARGE, txid: TXID, status: 'ATIVA' }),
    ],
    ['a problem that is no problem+json', () => response(`/cob/${TXID}`, 404, problem(404))],
    [
      'a problem of another status',
      () => response(`/cob/${TXID}`, 404, problem(400), 'application/problem+json'),
    ],
  ])('does not fit: %s', (_, faults) => {
    expect(faults()).not.toEqual([])
  })

  it('is a webhook only by its callback', () => {
    const pix = { endToEndId: E2E, txid: TXID, valor: '1.00', horario: '2026-01-01T00:00:00Z' }
    const message = (path: string, body: object) => ({
      method: 'POST',
      path,
      headers: new Headers({ 'content-type': 'application/json' }),
      body: JSON.stringify(body),
    })
    expect(validator.webhook(message('/hooks/pix', { pix: [pix] }))).toEqual([])
    expect(validator.webhook(message('/hooks', { pix: [pix] }))).not.toEqual([])
    expect(validator.webhook(message('/hooks/pix', { pix: [{ ...pix, valor: 1 }] }))).not.toEqual(
      [],
    )
    expect(validator.webhook(message('/hooks/pix', { pixes: [pix] }))).not.toEqual([])
  })
})

describe('a field that API Pix 2.9.0 lacks at its place', () => {
  const open = createApiPixValidator({ closed: false })
  const at = '2026-01-01T00:00:00Z'
  const location = 'pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002'
  const pix = { endToEndId: E2E, txid: TXID, valor: '1.00', chave: 'k', horario: at }
  const devolucao = {
    id: '1',
    rtrId: 'D1234567820200909122120200808006',
    valor: '1.00',
    natureza: 'ORIGINAL',
    horario: { solicitacao: at },
    status: 'DEVOLVIDO',
  }
  const loc = { id: 1, txid: TXID, location, tipoCob: 'cob', criacao: at }
  const charge = {
    ...CHARGE,
    calendario: { criacao: at, expiracao: 3600 },
    txid: TXID,
    revisao: 0,
    status: 'CONCLUIDA',
    loc,
    location,
    pix: [{ ...pix, devolucoes: [devolucao] }],
  }
  const hook = { webhookUrl: 'https://a.example', chave: 'k', cnpj: '11222333000181', criacao: at }

  const headers = new Headers({ 'content-type': 'application/json' })
  const message = (body: object) => ({ headers, body: JSON.stringify(body) })
  const answer = (path: string) => (body: object) => (by: typeof validator) =>
    by.response({ method: 'GET', path }, { status: 200, ...message(body) })
  const notification = (body: object) => (by: typeof validator) =>
    by.webhook({ method: 'POST', path: '/pix', ...message(body) })
  const chargeOf = answer(`/cob/${TXID}`)
  const webhookOf = answer('/webhook/k')
  const devolucaoOf = answer(`/pix/${E2E}/devolucao/1`)

  it.each([
    ['a charge, with the txid of its location', chargeOf(charge)],
    ["a webhook's registration, with its key", webhookOf(hook)],
    ['a refund', devolucaoOf(devolucao)],
    ['a notification, with the key of each Pix', notification({ pix: [pix] })],
  ])('is not in %s', (_, faults) => {
    expect(faults(validator)).toEqual([])
  })

  it.each([
    ['of a charge', chargeOf({ ...charge, cnpj: hook.cnpj })],
    ['of its location', chargeOf({ ...charge, loc: { ...loc, chave: 'k' } })],
    ['of its Pix', chargeOf({ ...charge, pix: [{ ...pix, status: 'PAGO' }] })],
    ["of its Pix's refund", chargeOf({ ...charge, pix: [{ ...pix, devolucoes: [pix] }] })],
    ["of a webhook's registration", webhookOf({ ...hook, txid: TXID })],
    ['of a refund', devolucaoOf({ ...devolucao, txid: TXID })],
    ['of a notification', notification({ pix: [pix], chave: 'k' })],
    ["of a notification's Pix", notification({ pix: [{ ...pix, pixKey: 'k' }] })],
  ])('is refused: %s', (_, faults) => {
    expect(faults(validator)).toContainEqual(expect.stringContaining('unevaluatedProperty'))
    expect(faults(open)).not.toContainEqual(expect.stringContaining('unevaluatedProperty'))
  })
})
