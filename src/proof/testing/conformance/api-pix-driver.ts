import type { Movement } from '#domain/compare-books.ts'
import { testCustomer } from '#sandbox/fakes/api-pix/customers.ts'
import type { Control } from '#sandbox/fakes/api-pix/control.ts'
import { webhookText } from '#sandbox/fakes/api-pix/webhook-text.ts'
import { startPixBank } from '#sandbox/fakes/api-pix/start-pix-bank.ts'
import { createProcessor } from '#server/processors/api-pix/api-pix.ts'
import type { HttpCall, Transport } from '#server/processors/http/http.ts'
import { createHttpsTransport } from '#server/processors/http/https-transport.ts'
import type { ConformanceDriver, SentNotification } from '#server/processors/conformance/driver.ts'
import type { Fetch } from '#contract/fetch.ts'
import { transportOver } from './transport-over.ts'
import { settingsAtBank } from '../api-pix/at-bank.ts'

/** Longer than the bank takes to complete a return. */
const SETTLED_MS = 5_000
/** A port without a listener: the driver reads the bank's own list of webhooks instead. */
const NOBODY = 'https://127.0.0.1:9/notifications'
const TIMEOUT_MS = 10_000
const KINDS = { received: 'capture', refunded: 'refund', reversed: 'reversal' } as const

/** The adapter of API Pix at the fake bank, over mutual TLS, as the conformance kit drives it. */
export async function openApiPixDriver() {
  const bank = await startPixBank()
  const { id: customerId } = testCustomer()
  const { control } = bank
  const settings = settingsAtBank(bank.apiUrl)
  const overTls = createHttpsTransport({ identity: settings, authorities: settings.authorities })
  let isRegistered = false
  return {
    settings,
    secrets: [settings.clientSecret, settings.key],
    customer: { email: 'canary@shopper.test', name: 'Maria Canária', taxId: '11144477735' },
    clock: () => control.now(),
    fetch: fetchOver(overTls),
    async createProcessor(given) {
      const context = { ...given, notificationUrl: NOBODY }
      const transport = transportOver(given.fetch)
      const processor = createProcessor(context, { transport })
      if (!isRegistered) await processor.registerWebhook?.()
      isRegistered = true
      return processor
    },
    async pay({ action, paymentId }) {
      const code =
        action?.type === 'pix' ? action.brCode : control.codeOf(customerId, txidOf(paymentId))
      return code !== undefined && control.pay(code).status === 'paid'
    },
    async reverse({ references }, amountMinor) {
      control.takeBack(references.endToEndId ?? '', { amountMinor })
    },
    settle: () => control.advance(SETTLED_MS),
    ledger: async (paymentId) => ledgerOf(control, paymentId),
    notifications: async () =>
      control.notifications().map(({ pix }) => certified(webhookText([pix]))),
    sign: certified,
    close: () => bank.close(),
  } satisfies ConformanceDriver
}

/** A notification as the mutual TLS listener passes on the bank's requests. */
function certified(rawBody: string): SentNotification {
  return { rawBody, arrival: { path: '/pix', isCertified: true } }
}

/** The txid of a payment, as API Pix requires it and the adapter is documented to write it. */
function txidOf(paymentId: string): string {
  return `HCPAY${paymentId.slice('pay_'.length)}`
}

function ledgerOf(control: Control, paymentId: string): Pick<Movement, 'kind' | 'amountMinor'>[] {
  const txid = txidOf(paymentId)
  return control
    .ledger()
    .filter((entry) => entry.txid === txid)
    .map(({ kind, amountMinor }) => ({ kind: KINDS[kind], amountMinor }))
}

function fetchOver(transport: Transport): Fetch {
  return async (request) => {
    const body = await request.text()
    const method = METHODS.find((one) => one === request.method)
    if (method === undefined) throw new Error(`the transport sends no ${request.method}`)
    const { status, text } = await transport({
      method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(body !== '' && { body }),
      timeoutMs: TIMEOUT_MS,
    })
    return new Response(text === '' ? null : text, { status })
  }
}

const METHODS: readonly HttpCall['method'][] = ['GET', 'PUT', 'PATCH', 'POST']
