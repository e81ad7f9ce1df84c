import { describe, expect, it } from 'vitest'
import { exampleReceipt, RECEIPT_URL } from '#proof/testing/server/receipt.fixture.ts'
import { LANGUAGES } from '#words/languages.ts'
import { noticeContent, type RenderedNotice } from './notice-content.ts'
import { receiptHtml } from './receipt-html.ts'
import { renderNotice } from './render-notice.ts'

const { checkout } = exampleReceipt()
const ACTION = {
  type: 'boleto',
  digitableLine: '00190000090123456700301234567171316410000025990',
  barcode: '00193164100000259900000001234567000123456717',
  dueDate: '2026-11-23',
  number: '00000012345',
} as const

function notice(
  kind: RenderedNotice['kind'],
  changes: Partial<RenderedNotice> = {},
): RenderedNotice {
  const isBoleto = kind === 'boleto_made' || kind === 'boleto_due'
  const payment = isBoleto
    ? {
        ...checkout.payment,
        method: 'boleto',
        status: 'requires_action',
        card: null,
        action: ACTION,
      }
    : checkout.payment
  const shown = isBoleto
    ? { ...checkout, status: 'open', paymentStatus: 'processing', payment }
    : { ...checkout, amountRefunded: 1000, paymentStatus: 'partially_refunded' }
  return {
    kind,
    locales: ['en'],
    checkout: shown as RenderedNotice['checkout'],
    paymentId: checkout.payment.id,
    method: isBoleto ? 'boleto' : 'card',
    amountMinor: 1000,
    currency: 'BRL',
    url: RECEIPT_URL,
    ...changes,
  }
}

describe('a mail besides the receipt', () => {
  it.each(LANGUAGES)('R-124: has words in $tag', async ({ tag, direction }) => {
    for (const kind of ['boleto_made', 'boleto_due', 'refund', 'reversal'] as const) {
      const content = noticeContent(notice(kind, { locales: [tag] }))
      expect(content?.subject).toContain(checkout.merchant.name)
      expect(content && (await receiptHtml(content))).toContain(`dir="${direction}"`)
      expect(JSON.stringify(content)).not.toMatch(/[{]\w+[}]/)
    }
  })

  it('S-165: shows a payment that the page does not show by its amount alone', () => {
    const content = noticeContent(notice('refund', { paymentId: 'pay_another' }))
    expect(content?.ids).toEqual([])
    expect(content?.facts).toEqual([['Order', 'A-1001']])
    expect(content?.paid.amount).toContain('10.00')
  })

  it('R-123: tells of no boleto that the page does not show', async () => {
    expect(await renderNotice(notice('boleto_made', { paymentId: 'pay_another' }))).toBeUndefined()
    expect(await renderNotice(notice('boleto_due', { checkout }))).toBeUndefined()
  })

  it('R-123: has the PDF with the boleto, and not with the reminder', async () => {
    const sent = await renderNotice(notice('boleto_made'))
    expect(Buffer.from(sent?.pdf?.bytes ?? []).toString('latin1', 0, 5)).toBe('%PDF-')
    expect((await renderNotice(notice('boleto_due')))?.pdf).toBeUndefined()
  })

  it('S-165: takes no line break from a merchant', () => {
    const named = (name: string) => ({ ...checkout, merchant: { ...checkout.merchant, name } })
    const content = noticeContent(
      notice('refund', { checkout: named('Loja\r\nBcc: eve@example.com') }),
    )
    expect(content?.subject).not.toMatch(/[\r\n]/)
  })
})
