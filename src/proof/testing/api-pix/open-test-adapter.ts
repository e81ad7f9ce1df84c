import { createProcessor, type Deps } from '#server/processors/api-pix/api-pix.ts'
import type { HttpCall, Transport } from '#server/processors/http/http.ts'
import type { ProcessorContext } from '#server/processors/load-processor.ts'
import type { KnownPayment, Processor } from '#server/processors/processor.ts'
import { selfSignedCertificate } from '../self-signed-certificate.ts'

export const NOW = new Date('2026-11-20T12:00:00.000Z')
const BODY_OF_ID = '0Tq4mFhZ7Rk2vXw9sLd3Ye'
export const PAYMENT_ID = `pay_${BODY_OF_ID}`
export const TXID = `HCPAY${BODY_OF_ID}`
export const REFUND_ID = `re_${BODY_OF_ID}`
export const RETURN_ID = `re${BODY_OF_ID}`
export const E2E_ID = 'E1234567820261120120012345678901'
export const PIX_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'
const CODE = '00020101021226pix'
export const TOKEN_URL = 'https://bank.example/oauth/token'
const API = 'https://bank.example/api/v2'

/** One key and certificate for all tests, since making them takes a while. */
export const CLIENT = selfSignedCertificate('localhost')

export const SETTINGS = {
  clientId: 'client-canary',
  clientSecret: 'secret-canary',
  certificate: CLIENT.cert,
  key: CLIENT.key,
  pixKey: PIX_KEY,
  baseUrl: API,
  tokenUrl: TOKEN_URL,
}

export const KNOWN: KnownPayment = {
  paymentId: PAYMENT_ID,
  method: 'pix',
  amountMinor: 25990,
  currency: 'BRL',
  references: {},
  state: {},
  facts: [],
}

export function contextOf(changes: Partial<ProcessorContext> = {}): ProcessorContext {
  return {
    environment: 'sandbox',
    timeoutMs: 10_000,
    clock: () => NOW,
    notificationUrl: 'https://shop.example/processor/notifications/bank',
    variables: {},
    account: 'bank',
    settings: SETTINGS,
    random: (length) => new Uint8Array(length).fill(7),
    ...changes,
  }
}

/** What a bank answers to a request: a status and a body, or an error of the connection. */
export type Reply = [status: number, body?: unknown] | Error

export interface Asked {
  /** Such as `PUT /cob/HCPAY…`. */
  what: string
  body: unknown
  call: HttpCall
}

/** An adapter whose bank gives replies in turn; each request for a token is granted. */
export function openTestAdapter(
  replies: readonly Reply[],
  changes: Partial<ProcessorContext> = {},
): { processor: Processor; asked: Asked[]; register: () => Promise<void> } {
  const asked: Asked[] = []
  const left = [...replies]
  const transport: Transport = async (call) => {
    if (call.url === TOKEN_URL)
      return {
        status: 200,
        text: JSON.stringify({ access_token: 'token-canary', expires_in: 3600 }),
      }
    const body: unknown = call.body === undefined ? undefined : JSON.parse(call.body)
    asked.push({ what: `${call.method} ${call.url.slice(API.length)}`, body, call })
    const reply = left.shift()
    if (reply === undefined) throw new Error('the test has no more replies')
    if (reply instanceof Error) throw reply
    const [status, answer] = reply
    return { status, text: typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? '') }
  }
  const context = contextOf(changes)
  const deps: Partial<Deps> = { transport, nowMs: () => 0 }
  const processor = createProcessor(context, deps)
  return {
    processor,
    asked,
    register: async () => processor.registerWebhook?.(),
  }
}

/** A charge as the bank answers it. */
export function chargeOf(changes: Record<string, unknown> = {}) {
  return {
    txid: TXID,
    status: 'ATIVA',
    revisao: 0,
    calendario: { criacao: NOW.toISOString(), expiracao: 900 },
    location: 'pix.example.com/qr/v2/9d36b84f',
    valor: { original: '259.90' },
    chave: PIX_KEY,
    pixCopiaECola: CODE,
    ...changes,
  }
}

/** A Pix as the bank answers it. */
export function pixOf(changes: Record<string, unknown> = {}) {
  return {
    endToEndId: E2E_ID,
    txid: TXID,
    valor: '259.90',
    horario: '2026-11-20T12:01:00.000Z',
    ...changes,
  }
}

/** A return of a Pix as the bank answers it. */
export function returnOf(changes: Record<string, unknown> = {}) {
  return {
    id: RETURN_ID,
    rtrId: 'D1234567820261120130012345678901',
    valor: '10.00',
    horario: { solicitacao: '2026-11-20T13:00:00.000Z' },
    status: 'DEVOLVIDO',
    ...changes,
  }
}
