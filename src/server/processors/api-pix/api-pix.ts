import type { ProcessorContext } from '../load-processor.ts'
import { type Processor, ProcessorRefused } from '../processor.ts'
import { realTimer, type Timer } from '../time-out-calls.ts'
import { CHARGE_ROUTE, type Adapter } from './adapter.ts'
import { createBank } from './bank.ts'
import { cancelPayment } from './cancel-payment.ts'
import { certificatesOf, checksOf } from './checks.ts'
import { createPayment } from './create-payment.ts'
import { DOCUMENT } from './document.ts'
import type { Transport } from '../http/http.ts'
import { createHttpsTransport } from '../http/https-transport.ts'
import { inquirePayment } from './inquire-payment.ts'
import { listMovements } from './list-movements.ts'
import { readNotification } from './read-notification.ts'
import { createRefund, inquireRefund } from './refund-payment.ts'
import { readAccount, type Account } from './settings.ts'
import { putWebhook } from './webhook.ts'

/** The dependencies that tests replace. */
export interface Deps {
  transport: Transport
  /** A clock that never goes back. */
  nowMs: () => number
  timer: Timer
}

/**
 * An account at a bank that follows API Pix 2.9.0 of the Brazilian Central Bank (github.com/bacen/pix-api). Throws
 * `ProcessorNotLoaded` with every problem of its settings.
 */
export function createProcessor(context: ProcessorContext, deps?: Partial<Deps>): Processor {
  const adapter = openAdapter(context, deps)
  return {
    name: context.account,
    methods: ['pix'],
    cardEncryptionKey: async () => {
      throw new ProcessorRefused(`the account "${context.account}" takes Pix, and no cards`)
    },
    createPayment: (payment) => createPayment(adapter, payment),
    inquire: (paymentId) => inquirePayment(adapter, paymentId),
    cancelPayment: (paymentId, known) => cancelPayment(adapter, paymentId, known),
    createRefund: (refund, payment) => createRefund(adapter, refund, payment),
    inquireRefund: (refundId, known) => inquireRefund(adapter, refundId, known),
    probe: () => probe(adapter),
    readNotification: async (rawBody, _, arrival) => readNotification(rawBody, arrival),
    listMovements: (range) => listMovements(adapter, range),
    certificates: () => certificatesOf(adapter.account),
    dialect: dialectOf(adapter.account),
    hosts: hostsOf(adapter.account),
    registerWebhook: () => registerWebhook(adapter, context),
    checks: checksOf(adapter, context),
  }
}

function dialectOf({ dialect: name, rules: { isVerified, sources } }: Account) {
  return { name, isVerified, basis: { ...DOCUMENT, sources } }
}

function hostsOf({ endpoints: { api, charges = api, token } }: Account): string[] {
  return [...new Set([api, charges, token].map((address) => new URL(address).host))]
}

/** A `txid` that no charge has: those of payments and checks begin otherwise. */
const UNUSED_TXID = 'HCPROBE0000000000000000000'

/** Looks up a charge that was never made: any answer to it will do, as a 404. */
async function probe({ bank }: Adapter): Promise<void> {
  await bank.start().ask({ method: 'GET', route: CHARGE_ROUTE, values: { txid: UNUSED_TXID } })
}

async function registerWebhook(
  { account, bank }: Adapter,
  { notificationUrl: url, hasWebhookAuthorities }: ProcessorContext,
): Promise<void> {
  if (hasWebhookAuthorities === false)
    throw new ProcessorRefused(
      'without webhookAuthorities each notification would be refused: set them first',
    )
  if (!account.rules.registersWebhooks)
    throw new ProcessorRefused(`this bank registers webhooks on request: ask it for ${url}`)
  await putWebhook(bank, account, url)
}

function openAdapter(
  context: ProcessorContext,
  { transport, nowMs = () => performance.now(), timer = realTimer }: Partial<Deps> = {},
): Adapter {
  const account = readAccount(context)
  const { clock, timeoutMs, onUnknownField } = context
  const bank = createBank({
    account,
    transport:
      transport ?? createHttpsTransport({ identity: account, authorities: account.authorities }),
    timeoutMs,
    nowMs,
    timer,
    onUnknownField,
  })
  return { account, bank, clock }
}
