import { describe, expect, it } from 'vitest'
import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import { itfBars } from '#domain/methods/boleto/itf25.ts'
import { openBff, ORIGIN, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { exampleCheckout, examplePayment, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import { pdfContents, pdfLines } from '#proof/testing/pdf-text.ts'

useStandInBuild()

const PATH = `/c/${REFERENCE}/boleto.pdf`
const BARCODE = '00193164100000259900000001234567000123456717'

const boletoAction = {
  type: 'boleto' as const,
  digitableLine: '00190000090123456700301234567171316410000025990',
  barcode: BARCODE,
  dueDate: '2026-11-23',
  number: '00000012345',
}

const payment: CheckoutPayment = {
  ...examplePayment,
  status: 'requires_action',
  method: 'boleto',
  card: null,
  amount: 25_990,
  createdAt: '2026-11-21T02:30:00.000Z',
  succeededAt: null,
  action: boletoAction,
}

async function open(changes: Partial<Checkout> = {}) {
  const { get, checkout } = openBff()
  checkout.read.mockResolvedValue(exampleCheckout({ payment, ...changes }))
  const answer = await get(PATH)
  return { answer, pdf: new Uint8Array(await answer.arrayBuffer()) }
}

describe('GET /c/{reference}/boleto.pdf', () => {
  it.each([
    ['America/Manaus', '2026-11-21T03:30:00.000Z', '20/11/2026'],
    ['America/Noronha', '2026-11-21T02:30:00.000Z', '21/11/2026'],
  ])('F-4 is dated in the zone %s of its merchant', async (timeZone, createdAt, day) => {
    const merchant = { ...exampleCheckout().merchant, timeZone }
    const { pdf } = await open({ merchant, payment: { ...payment, createdAt } })
    expect(pdfLines(pdf)).toContain(day)
  })

  it.each([
    ['2026-11-23', 'Sr. Caixa, não receber após o vencimento.'],
    [
      '2026-11-21',
      'Sr. Caixa, receber até 23/11/2026, dia útil seguinte ao vencimento, sem acréscimo.',
    ],
    [
      '2026-12-25',
      'Sr. Caixa, receber até 28/12/2026, dia útil seguinte ao vencimento, sem acréscimo.',
    ],
  ])('F-5 due on %s, tells cashiers until when to take it', async (dueDate, text) => {
    const action = { ...boletoAction, dueDate }
    const { pdf } = await open({ payment: { ...payment, action } })
    const lines = pdfLines(pdf)
    expect(lines.filter((line) => line.startsWith('Sr. Caixa'))).toEqual([text])
    expect(lines).toContain(dueDate.split('-').toReversed().join('/'))
  })

  it('is the boleto that the page shows, in Portuguese, on one page', async () => {
    const { answer, pdf } = await open({ orderReference: 'A-1001' })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="boleto-${examplePayment.id}.pdf"`,
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; frame-ancestors 'none'; object-src 'self'; frame-src 'self'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    const lines = pdfLines(pdf)
    for (const line of [
      'Recibo do pagador',
      'Banco do Brasil',
      '001-9',
      '00190.00009 01234.567003 01234.567171 3 16410000025990',
      'Norte Livros Ltda CNPJ 12.345.678/0001-95',
      'A-1001',
      '00000012345',
      '20/11/2026',
      '23/11/2026',
      'R$\u00a0259,90'.replace('\u00a0', ' '),
      'SANDBOX: boleto de teste, sem valor. Não pague.',
      'Dúvidas sobre a compra: ajuda@store.example ou +559130040000',
    ])
      expect(lines).toContain(line)
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Type \/Page\b/g),
    ).toHaveLength(1)
  })

  it('draws the barcode to scale: 103 mm by 13 mm, every bar in its place', async () => {
    const { pdf } = await open()
    const rectangles = [...pdfContents(pdf).matchAll(/([\d.]+) [\d.]+ ([\d.]+) ([\d.]+) re/g)]
    const bars = rectangles
      .map(([, x, width, height]) => ({
        x: Number(x),
        width: Number(width),
        height: Number(height),
      }))
      .filter(({ height }) => Math.abs(height - (13 * 72) / 25.4) < 0.01)
    const expected = itfBars(BARCODE)
    const module = (103 * 72) / 25.4 / expected.reduce((sum, { width }) => sum + width, 0)
    const left = bars[0]?.x ?? 0
    const places = expected.map((bar, index) => ({
      ...bar,
      at: expected.slice(0, index).reduce((sum, { width }) => sum + width, 0),
    }))
    expect(
      bars.map(({ x, width }) => [Math.round((x - left) / module), Math.round(width / module)]),
    ).toEqual(places.filter(({ black }) => black).map(({ at, width }) => [at, width]))
  })

  it('S-129: asks for what is left after a discount, and offers a cashier none to take off again', async () => {
    const { pdf } = await open({
      payment: { ...payment, amount: 24_990, discount: 1_000 },
      paymentMethodDiscounts: { boleto: { basisPoints: null, discount: 1_000, total: 24_990 } },
    })
    const lines = pdfLines(pdf)
    const amounts = lines.filter((line) => /^R\$.*\d/.test(line))
    expect(amounts).toEqual(['R$ 249,90', 'R$ 249,90'])
    // An empty cell writes its label alone.
    const below = (label: string) => lines[lines.indexOf(label) + 1]
    expect(below('(-) Desconto/Abatimento')).toBe('(-) Outras deduções')
    expect(below('(=) Valor cobrado')).toBe('Pagador')
  })

  it('S-112: names the payer only as the merchant sent them', async () => {
    const unknown = pdfLines((await open({ customer: null })).pdf)
    expect(unknown).toContain('Conforme o registro do boleto no banco')
    const known = { name: 'Ana Souza', taxId: '11144477735' }
    const lines = pdfLines((await open({ customer: known })).pdf)
    expect(lines.filter((line) => line === 'Ana Souza CPF 111.444.777-35')).toHaveLength(2)
  })

  it('has no sandbox notice in production', async () => {
    const { pdf } = await open({ environment: 'production' })
    expect(pdfLines(pdf).join()).not.toContain('SANDBOX')
  })

  it('F-6: keeps letters, in Latin where its fonts lack them, shows that one is missing, and stays on its page', async () => {
    const names = {
      'Łódź Ñandú ‐ 東京 📚': 'Lódz Ñandú - ?? ?',
      'Ольга Щербакова, Їжак': 'Olga Shcherbakova, Yizhak',
      'Ελένη Παπαδοπούλου': 'Eleni Papadopoulou',
      'סמל מסחרי': 'sml mshry',
      'محمد ١٢': 'mhmd 12',
      さくらガーデン: 'sakuragaden',
      김철수: 'gimcheolsu',
      'ﾐﾗｲ Ｃａｆé 𝟙 ẞ': 'mirai Café 1 Ss',
      'שָׁלוֹם Nguyễn Văn Đức': 'shlvm Nguyen Van Duc',
    }
    for (const [name, latin] of Object.entries(names)) {
      const merchant = { ...exampleCheckout().merchant, legalName: name, taxId: null }
      const { pdf } = await open({ merchant, customer: { name } })
      // Twice the beneficiary, twice the payer.
      expect(pdfLines(pdf).filter((line) => line === latin)).toHaveLength(4)
    }
    const merchant = { ...exampleCheckout().merchant, legalName: 'Livros '.repeat(28) }
    const { pdf } = await open({ merchant })
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Type \/Page\b/g),
    ).toHaveLength(1)
  })

  it.each([
    ['words', 'Comércio de Livros '.repeat(10).trim()],
    ['one word', 'W'.repeat(200)],
    ['another alphabet', 'Щербакова '.repeat(20).trim()],
  ])('F-6: cuts a long name of %s, and never its number', async (_kind, legalName) => {
    const merchant = { ...exampleCheckout().merchant, legalName }
    const address = { line1: 'Rua das Flores, 100 '.repeat(9), city: 'Manaus', country: 'BR' }
    const customer = { name: legalName, taxId: '11144477735', billingAddress: address }
    for (const payer of [customer, { name: legalName, taxId: '11144477735' }]) {
      const lines = pdfLines((await open({ merchant, customer: payer })).pdf)
      expect(lines.filter((line) => line.includes('… CNPJ 12.345.678/0001-95'))).toHaveLength(2)
      expect(lines.filter((line) => line.includes('… CPF 111.444.777-35'))).toHaveLength(2)
    }
  })

  it.each([
    [null, examplePayment.id.slice(-15), `Pagamento ${examplePayment.id}, compra em Norte Livros.`],
    ['A-1001', 'A-1001', 'Pedido A-1001, compra em Norte Livros.'],
    ['WWWWWWWWWWWWWWW', 'WWWWWWWWWWWWWWW', 'Pedido WWWWWWWWWWWWWWW, compra em Norte Livros.'],
    [
      '2026-11-20/00000000000012345',
      examplePayment.id.slice(-15),
      'Pedido 2026-11-20/00000000000012345, compra em Norte Livros.',
    ],
  ])(
    'F-6: has a document number that is not cut, for the order %s',
    async (orderReference, number, said) => {
      const lines = pdfLines((await open({ orderReference })).pdf)
      const numbers = lines.filter((_, index) => lines[index - 1] === 'Número do documento')
      expect(numbers).toEqual([number, number])
      expect(lines).toContain(said)
      expect(lines.join()).not.toContain('…')
    },
  )

  it.each([
    ['no payment', null],
    ['another method', examplePayment],
    ['a paid boleto', { ...payment, status: 'succeeded', action: null } as const],
  ])('404 for %s', async (_name, other) => {
    const { answer } = await open({ payment: other })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('S-133: to HEAD has its headers without a permit; GET is 503 without one', async () => {
    const { bff, checkout } = openBff({ acquirePage: () => undefined })
    checkout.read.mockResolvedValue(exampleCheckout({ payment }))
    const asked = async (method: string) => bff.fetch(new Request(ORIGIN + PATH, { method }))
    const head = await asked('HEAD')
    expect([head.status, head.body]).toEqual([200, null])
    expect(head.headers.get('content-type')).toBe('application/pdf')
    expect((await asked('GET')).status).toBe(503)
  })

  it('404 for what is no reference, without calling the API', async () => {
    const { get, checkout } = openBff()
    expect((await get('/c/nothing/boleto.pdf')).status).toBe(404)
    expect(checkout.read).not.toHaveBeenCalled()
  })
})
