import {
  expired,
  EXPIRED_AT,
  MADE_AT,
  MOVEMENTS,
  NOT_MADE,
  PAID,
  PAYMENT_ID,
  PENDING,
  WAITING,
  WAITING_WITH_CASH,
  WEBHOOK_URL,
} from './values.ts'

/** A call of the processor interface, or one of the two calls that an account makes for its webhook. */
export type Call =
  | 'createPayment'
  | 'inquire'
  | 'cancelPayment'
  | 'createRefund'
  | 'inquireRefund'
  | 'listMovements'
  | 'readNotification'
  | 'registerWebhook'
  | 'checkWebhook'

/** A call, the bank's answers to its requests in order (each a status and an example), and what it results in or sends. */
export interface Outcome {
  call: Call
  replies: readonly string[]
  at: string
  /** The call's answer, or its error as `name: message`. */
  ends?: unknown
  /** The request that has the example as its body, without some optional members of it. */
  sends?: { what: string; without: readonly string[] }
}

function ends(call: Call, replies: readonly string[], ends: unknown, at = MADE_AT): Outcome {
  return { call, replies, ends, at }
}

function sends(what: string, call: Call, replies: readonly string[], without: string[] = []) {
  return { call, replies, sends: { what, without }, at: MADE_AT }
}

function charge(example: string, expected: typeof WAITING): Outcome[] {
  return [
    ends('createPayment', [`201 ${example}`], expected),
    ends('inquire', [`200 ${example}`], expected),
    ends('inquire', [`200 ${example}`], expired(expected), EXPIRED_AT),
  ]
}

const RETURN = '/pix/{e2eid}/devolucao/{id}'
const DENIED = '403 AcessoNegadoExample1'
const MISSING = '404 NaoEncontradoExample1'
const DOWN = '503 ServicoIndisponivelExample1'
const BAD_CHARGE = '400 RequisicaoInvalidaCobExample1'
const NOT_ACTIVE = '400 OperacaoInvalidaCobExample1'
const BAD_RETURN = '400 RequisicaoInvalidaDevolucaoExample1'

const refused = (what: string, why: string) => `ProcessorRefused: ${what} was refused with ${why}`
const denied = (what: string) => refused(what, '403 AcessoNegado')
const missing = (what: string) => refused(what, '404 NaoEncontrado')
const down = (what: string) => `ProcessorSilent: ${what} was answered with 503 ServicoIndisponivel`
const UNCLEAR = 'ProcessorSilent: PATCH /cob/{txid} left no charge that is removed'

/** What the adapter does with each example of API Pix 2.9.0 that it sends or receives, derived from the document by hand. */
export const OUTCOMES: Readonly<Record<string, readonly Outcome[]>> = {
  cobBody2: [
    // The adapter leaves out `modalidadeAlteracao`: its default of 0 says that the payer cannot change the amount.
    sends(
      'PUT /cob/{txid}',
      'createPayment',
      ['201 cobResponse1'],
      ['valor.modalidadeAlteracao', 'infoAdicionais'],
    ),
  ],
  cobBody5: [sends('PATCH /cob/{txid}', 'cancelPayment', ['200 cobResponse3', '200 cobResponse1'])],
  cobResponse1: charge('cobResponse1', WAITING),
  cobResponse2: [
    ends('inquire', ['200 cobResponse2'], PAID),
    ends('inquire', ['200 cobResponse2'], PAID, EXPIRED_AT),
  ],
  cobResponse3: [
    // The answer says that the charge is active, so that it was not removed; the adapter then looks it up.
    ends('cancelPayment', ['200 cobResponse3', '200 cobResponse1'], WAITING),
    ends('cancelPayment', ['200 cobResponse3', '200 cobResponse2'], PAID),
    ends('cancelPayment', ['200 cobResponse3', MISSING], UNCLEAR),
  ],
  cobResponse5: charge('cobResponse5', WAITING_WITH_CASH),
  cobResponse6: charge('cobResponse6', WAITING_WITH_CASH),
  cobResponse7: charge('cobResponse7', WAITING_WITH_CASH),
  // Two requests: the list of received Pix, and the list of returned ones.
  getPix1: [ends('listMovements', ['200 getPix1', '200 getPix1'], MOVEMENTS)],
  // The result is the ids of the payments to inquire about.
  pixWebhook1: [ends('readNotification', ['200 pixWebhook1'], [PAYMENT_ID])],
  pixWebhook2: [ends('readNotification', ['200 pixWebhook2'], [PAYMENT_ID])],
  devolucaoSolicitada1: [sends(`PUT ${RETURN}`, 'createRefund', ['201 devolucaoResponse1'])],
  devolucaoResponse1: [
    ends('createRefund', ['201 devolucaoResponse1'], PENDING),
    ends('inquireRefund', ['200 devolucaoResponse1'], PENDING),
  ],
  devolucaoResponse2: [ends('inquireRefund', ['200 devolucaoResponse2'], NOT_MADE)],
  webhookBody1: [sends('PUT /webhook/{chave}', 'registerWebhook', ['200'])],
  webhookResponse1: [
    ends('checkWebhook', ['200 webhookResponse1'], `the webhook is ${WEBHOOK_URL}`),
  ],
  RequisicaoInvalidaCobExample1: [
    ends(
      'createPayment',
      [BAD_CHARGE, MISSING],
      refused('PUT /cob/{txid}', '400 CobOperacaoInvalida'),
    ),
    ends('createPayment', [BAD_CHARGE, '200 cobResponse1'], WAITING),
    ends('createPayment', [BAD_CHARGE, '200 cobResponse2'], PAID),
  ],
  OperacaoInvalidaCobExample1: [
    ends('cancelPayment', [NOT_ACTIVE, '200 cobResponse2'], PAID),
    ends('cancelPayment', [NOT_ACTIVE, MISSING], UNCLEAR),
  ],
  RequisicaoInvalidaDevolucaoExample1: [
    ends(
      'createRefund',
      [BAD_RETURN, MISSING],
      refused(`PUT ${RETURN}`, '400 PixDevolucaoInvalida'),
    ),
    ends('createRefund', [BAD_RETURN, '200 devolucaoResponse1'], PENDING),
    ends('createRefund', [BAD_RETURN, '200 devolucaoResponse2'], NOT_MADE),
  ],
  RequisicaoInvalidaWebhookExample1: [
    ends(
      'registerWebhook',
      ['400 RequisicaoInvalidaWebhookExample1'],
      refused('PUT /webhook/{chave}', '400 WebhookOperacaoInvalida'),
    ),
  ],
  AcessoNegadoExample1: [
    ends('createPayment', [DENIED], denied('PUT /cob/{txid}')),
    ends('inquire', [DENIED], denied('GET /cob/{txid}')),
    ends('cancelPayment', [DENIED, '200 cobResponse1'], WAITING),
    ends(
      'cancelPayment',
      [DENIED, DENIED],
      'ProcessorSilent: GET /cob/{txid} was refused with 403 AcessoNegado',
    ),
    ends('createRefund', [DENIED, DENIED], denied(`PUT ${RETURN}`)),
    ends('inquireRefund', [DENIED], denied(`GET ${RETURN}`)),
    ends('listMovements', [DENIED], denied('GET /pix')),
    ends('registerWebhook', [DENIED], denied('PUT /webhook/{chave}')),
    ends(
      'checkWebhook',
      [DENIED],
      `${denied('GET /webhook/{chave}')}: ask the bank for the scopes that the guide lists`,
    ),
  ],
  NaoEncontradoExample1: [
    ends('createPayment', [MISSING, MISSING], missing('PUT /cob/{txid}')),
    ends('inquire', [MISSING], { status: 'not_found' }),
    // The tombstone is not confirmed: the bank answers that the charge is active, and then that there is no charge.
    ends('cancelPayment', [MISSING, '201 cobResponse1', '200 cobResponse3', MISSING], UNCLEAR),
    ends('createRefund', [MISSING, MISSING], missing(`PUT ${RETURN}`)),
    ends('inquireRefund', [MISSING], { status: 'not_found' }),
    ends('registerWebhook', [MISSING], missing('PUT /webhook/{chave}')),
    ends('checkWebhook', [MISSING], `Error: no webhook is registered: it should be ${WEBHOOK_URL}`),
  ],
  ServicoIndisponivelExample1: [
    ends('createPayment', [DOWN], down('PUT /cob/{txid}')),
    ends('inquire', [DOWN], down('GET /cob/{txid}')),
    ends('cancelPayment', [DOWN], down('PATCH /cob/{txid}')),
    ends('createRefund', [DOWN], down(`PUT ${RETURN}`)),
    ends('inquireRefund', [DOWN], down(`GET ${RETURN}`)),
    ends('listMovements', [DOWN], down('GET /pix')),
    ends('registerWebhook', [DOWN], down('PUT /webhook/{chave}')),
    ends(
      'checkWebhook',
      [DOWN],
      `${down('GET /webhook/{chave}')}: look at baseUrl and dialect, or try again later`,
    ),
  ],
}
