import type { ProcessorState } from '#domain/settle.ts'
import type { KnownPayment, ProcessorPayment } from '#server/processors/processor.ts'

const BODY_OF_ID = '0Tq4mFhZ7Rk2vXw9sLd3Ye'
export const PAYMENT_ID = `pay_${BODY_OF_ID}`
export const REFUND_ID = `re_${BODY_OF_ID}`
export const PSP = 'NC6HT9CRT65ZGN82'

/** A card with all that the page tells. */
export const PAYMENT: ProcessorPayment = {
  paymentId: PAYMENT_ID,
  amountMinor: 25_990,
  currency: 'BRL',
  merchantId: '7e3c1c4e-6d8a-4a3e-9c54-0a1b2c3d4e5f',
  merchantName: 'Norte',
  description: 'Pedido 1042',
  customer: { email: 'ana@example.com', name: 'Ana Souza', taxId: '529.982.247-25' },
  returnUrl: 'https://pay.norte.example/c/abc?from=challenge',
  method: { type: 'card', encryptedCard: 'e30.card-canary.c.d.e', installments: 1 },
  sessionId: `cs_${BODY_OF_ID}`,
  merchantCountry: 'BR',
  locale: 'pt-BR',
  browser: {
    colorDepth: 24,
    screenWidth: 1280,
    screenHeight: 720,
    timeZoneOffset: 180,
    javaEnabled: false,
    language: 'pt-BR',
    ip: '203.0.113.7',
    userAgent: 'Browser/1',
  },
}

export const KNOWN: KnownPayment = {
  paymentId: PAYMENT_ID,
  method: 'card',
  amountMinor: 25_990,
  currency: 'BRL',
  references: {},
  state: {},
  facts: [],
}

/** Its amount is held. */
export const HELD: KnownPayment = {
  ...KNOWN,
  references: { processorReference: PSP },
  state: { psp: PSP, result: 'Authorised' },
}

/** What a notification has proved, as it is kept. */
export function factOf(code: string, changes: object = {}): ProcessorState {
  const fact = { ok: true, psp: `${code}1`, orig: PSP, ref: PAYMENT_ID, minor: 25_990 }
  return { code, ...fact, currency: 'BRL', ...changes }
}

export const AUTHORISED = factOf('AUTHORISATION', { psp: PSP, orig: '' })

/** A fact without its unsigned members. */
export function withoutWords(fact: object): ProcessorState {
  return Object.fromEntries(Object.entries(fact).filter(([name]) => !name.startsWith('said_')))
}
