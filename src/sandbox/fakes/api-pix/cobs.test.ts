import { describe, expect, it } from 'vitest'
import { parseBrCode } from '#domain/methods/pix/br-code.ts'
import { readEmvFields } from '#domain/methods/pix/emv-tlv.ts'
import {
  chargeOf,
  openTestPixBank,
  OTHER,
  SHOP,
  SHOP_KEY,
  txidOf,
} from '#proof/testing/pix-bank.ts'

const TXID = txidOf(1)
const COB = `/cob/${TXID}`
const REMOVE = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
const PERIOD = 'inicio=2026-11-01T00:00:00Z&fim=2026-12-01T00:00:00Z'

const OPERACAO_INVALIDA = {
  status: 400,
  body: { type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida', status: 400 },
}

function codeOf(body: object): string {
  return 'pixCopiaECola' in body && typeof body.pixCopiaECola === 'string' ? body.pixCopiaECola : ''
}

describe('a charge', () => {
  it('is created with a code that can be paid', async () => {
    const { call } = openTestPixBank()
    const { status, body } = await call(
      'PUT',
      COB,
      chargeOf('259.90', { solicitacaoPagador: 'Pedido 1' }),
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      txid: TXID,
      revisao: 0,
      status: 'ATIVA',
      calendario: { expiracao: 3600 },
      valor: { original: '259.90' },
      chave: SHOP_KEY,
      solicitacaoPagador: 'Pedido 1',
    })
    const code = codeOf(body)
    expect(parseBrCode(code)).toEqual({
      url: body['location'],
      merchantName: SHOP.name,
      merchantCity: SHOP.city,
    })
    expect(readEmvFields(code)?.get('54')).toBe('259.90')
  })

  it('has no amount in its code where the payer may choose one', async () => {
    const { call } = openTestPixBank()
    const valor = { original: '0.00', modalidadeAlteracao: 1 }
    const { body } = await call('PUT', COB, chargeOf('0.00', { valor }))
    expect(parseBrCode(codeOf(body))).toBeDefined()
    expect(readEmvFields(codeOf(body))?.get('54')).toBeUndefined()
  })

  it('is the same when it is asked for twice, and another revision when it is altered', async () => {
    const { call } = openTestPixBank()
    const { body } = await call('PUT', COB, chargeOf('10.00'))
    expect(await call('PUT', COB, chargeOf('10.00'))).toMatchObject({ status: 201, body })
    const altered = await call('PUT', COB, chargeOf('11.00'))
    expect(altered).toMatchObject({
      status: 201,
      body: { revisao: 1, valor: { original: '11.00' } },
    })
    const patched = await call('PATCH', COB, { valor: { original: '12.00' } })
    expect(patched).toMatchObject({
      status: 200,
      body: { revisao: 2, valor: { original: '12.00' } },
    })
    expect((await call('PATCH', COB, {})).body).toMatchObject({ revisao: 2 })
    expect((await call('GET', `${COB}?revisao=0`)).body).toMatchObject({
      valor: { original: '10.00' },
    })
    expect((await call('GET', `${COB}?revisao=3`)).status).toBe(400)
  })

  it('is gone for good once it is removed: a late PUT is refused', async () => {
    const { call } = openTestPixBank()
    const { body } = await call('PUT', COB, chargeOf('10.00'))
    expect(await call('PATCH', COB, REMOVE)).toMatchObject({
      status: 200,
      body: { ...REMOVE, revisao: 1 },
    })
    expect(await call('PUT', COB, chargeOf('10.00'))).toMatchObject(OPERACAO_INVALIDA)
    expect(await call('PATCH', COB, { valor: { original: '1.00' } })).toMatchObject(
      OPERACAO_INVALIDA,
    )
    expect((await call('GET', COB)).body).toMatchObject(REMOVE)
    expect((await call('GET', `${COB}?revisao=0`)).body).toMatchObject({ status: body['status'] })
  })

  it('is not removed together with other changes, nor when it is paid', async () => {
    const { call, control } = openTestPixBank()
    const { body } = await call('PUT', COB, chargeOf('10.00'))
    expect(await call('PATCH', COB, { ...REMOVE, valor: { original: '1.00' } })).toMatchObject(
      OPERACAO_INVALIDA,
    )
    control.pay(codeOf(body))
    expect(await call('PATCH', COB, REMOVE)).toMatchObject(OPERACAO_INVALIDA)
    expect((await call('GET', COB)).body).toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ txid: TXID, valor: '10.00' }],
    })
  })

  it('may be removed by the bank', async () => {
    const { call, control } = openTestPixBank()
    await call('PUT', COB, chargeOf('10.00'))
    control.remove(SHOP.id, TXID)
    expect((await call('GET', COB)).body).toMatchObject({ status: 'REMOVIDA_PELO_PSP' })
  })

  it.each([
    ['cob.valor.original', { valor: { original: '0.00' } }],
    ['cob.calendario.expiracao', { calendario: { expiracao: 0 } }],
    ['cob.chave', { chave: OTHER.keys[0] }],
  ])('is refused with what it violates: %s', async (propriedade, wrong) => {
    const { call } = openTestPixBank()
    const { body, ...answer } = await call('PUT', COB, { ...chargeOf('10.00'), ...wrong })
    expect({ ...answer, body }).toMatchObject(OPERACAO_INVALIDA)
    expect(body).toMatchObject({ violacoes: [{ propriedade }] })
    expect((await call('GET', COB)).status).toBe(404)
  })

  it.each([
    ['a txid of 25 characters', `/cob/${TXID.slice(0, 25)}`, chargeOf('10.00')],
    ['an amount that is a number', COB, { ...chargeOf('1.00'), valor: { original: 10 } }],
    ['an amount with a comma', COB, chargeOf('10,00')],
    ['no calendar', COB, { ...chargeOf('10.00'), calendario: undefined }],
    ['a CPF with dots', COB, chargeOf('1.00', { devedor: { cpf: '123.456.789-09', nome: 'x' } })],
    [
      'both CPF and CNPJ',
      COB,
      chargeOf('1.00', { devedor: { cpf: '12345678909', cnpj: '12345678000195', nome: 'x' } }),
    ],
    ['a location that is not there', COB, chargeOf('1.00', { loc: { id: 7 } })],
  ])('is refused with %s', async (_, path, body) => {
    const { call } = openTestPixBank({ isUnchecked: true })
    expect(await call('PUT', path, body)).toMatchObject(OPERACAO_INVALIDA)
  })

  it('belongs to its customer: another has the same txid for itself', async () => {
    const { call } = openTestPixBank()
    await call('PUT', COB, chargeOf('10.00'))
    expect((await call('GET', COB, undefined, OTHER)).status).toBe(404)
    const own = { ...chargeOf('99.00'), chave: OTHER.keys[0] }
    expect((await call('PUT', COB, own, OTHER)).status).toBe(201)
    expect((await call('GET', COB)).body).toMatchObject({ valor: { original: '10.00' } })
  })

  it('gets a txid of the bank, if it has none', async () => {
    const { call } = openTestPixBank()
    const { status, body } = await call('POST', '/cob', chargeOf('10.00'))
    expect(status).toBe(201)
    expect(body['txid']).toMatch(/^[a-z0-9]{32}$/)
  })

  it('stands in lists, by page, status and debtor', async () => {
    const { call } = openTestPixBank()
    const devedor = { cpf: '12345678909', nome: 'Ana' }
    for (let number = 1; number <= 5; number++)
      await call('PUT', `/cob/${txidOf(number)}`, chargeOf('1.00', number === 3 ? { devedor } : {}))
    await call('PATCH', `/cob/${txidOf(2)}`, REMOVE)
    const page = await call(
      'GET',
      `/cob?${PERIOD}&paginacao.itensPorPagina=2&paginacao.paginaAtual=2`,
    )
    expect(page.body).toMatchObject({
      parametros: {
        paginacao: { paginaAtual: 2, quantidadeDePaginas: 3, quantidadeTotalDeItens: 5 },
      },
      cobs: [{ txid: txidOf(5) }],
    })
    const removed = await call('GET', `/cob?${PERIOD}&status=${REMOVE.status}`)
    expect(removed.body['cobs']).toMatchObject([{ txid: txidOf(2) }])
    expect((await call('GET', `/cob?${PERIOD}&cpf=12345678909`)).body['cobs']).toHaveLength(1)
    const none = await call('GET', '/cob?inicio=2026-01-01T00:00:00Z&fim=2026-01-02T00:00:00Z')
    expect(none.body).toMatchObject({
      cobs: [],
      parametros: { paginacao: { quantidadeDePaginas: 1 } },
    })
    const backwards = await call('GET', '/cob?inicio=2026-12-01T00:00:00Z&fim=2026-01-02T00:00:00Z')
    expect(backwards.body).toMatchObject({ status: 400, violacoes: [{ propriedade: 'fim' }] })
  })
})
