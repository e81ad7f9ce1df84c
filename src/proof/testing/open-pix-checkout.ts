import { X509Certificate } from 'node:crypto'
import { Checkout } from '#contract/checkout.ts'
import type { CreateSessionInput } from '#contract/session.ts'
import { testCustomer } from '#sandbox/fakes/api-pix/customers.ts'
import { startPixBank, type RunningPixBank } from '#sandbox/fakes/api-pix/start-pix-bank.ts'
import { readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'
import { pixJson } from '#sandbox/fakes/api-pix/pix-json.ts'
import { webhookText } from '#sandbox/fakes/api-pix/webhook-text.ts'
import { createReceiveNotification } from '#server/api/processor-notifications.ts'
import { createProcessor } from '#server/processors/api-pix/api-pix.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'
import { contextAtBank, settingsAtBank } from './api-pix/at-bank.ts'
import { API_URL } from './api-url.ts'
import { startTestApi, type TestApi, type TestMerchant } from './api.ts'
import { createTestSession, type OpenSession } from './shopper.ts'

const BANK = new X509Certificate(readTestCertificate('bank-client').cert)
const START = new Date('2026-11-20T15:00:00.000Z')

interface Names {
  /** The account holder that the bank's codes name. */
  holder?: string
  /** The receiver in the settings of the account. */
  receiver?: { name: string; city: string }
}

/** A whole service whose Pix are taken by the adapter of API Pix at the fake bank, over mutual TLS. */
export interface PixCheckout {
  api: TestApi
  bank: RunningPixBank
  /** What the bank grants its customer from the next request on; an empty list refuses tokens. */
  scopes: { granted: ReturnType<typeof testCustomer>['scopes'] }
  /** A session with a Pix that waits to be paid, and its code. */
  charge: (
    changes?: Partial<CreateSessionInput>,
    merchant?: TestMerchant,
  ) => Promise<{ open: OpenSession; code: string }>
  /** Delivers the bank's webhook about a Pix, with its client certificate; resolves to the response's status. */
  notify: (endToEndId: string) => Promise<number>
  /** Advances the clocks of the service and the bank, and makes the inquiries that are due. */
  pass: (ms: number) => Promise<void>
  close(): Promise<void>
}

export async function openPixCheckout({ holder, receiver }: Names = {}): Promise<PixCheckout> {
  let elapsedMs = 0
  const clock = () => new Date(START.getTime() + elapsedMs)
  const scopes = { granted: testCustomer().scopes }
  const named = { ...testCustomer(), ...(holder !== undefined && { name: holder }) }
  const customer = Object.defineProperty(named, 'scopes', { get: () => scopes.granted })
  const bank = await startPixBank({ clock, customers: [customer] })
  const processor = createProcessor({
    ...contextAtBank(bank.apiUrl),
    clock,
    settings: { ...settingsAtBank(bank.apiUrl), ...(receiver && { receiver }) },
  })
  const api = await startTestApi({ processor, emailsReceipts: true })
  const receive = createReceiveNotification(api.context, {
    certificateRule: {
      judge: (_, certificate) => (certificate === BANK ? 'certified' : 'refused'),
    },
  })
  return {
    api,
    bank,
    scopes,
    async charge(changes, merchant) {
      const open = await createTestSession(api, changes, merchant)
      const { payment } = (await open.pay({ method: 'pix' })).as(Checkout)
      if (payment?.action?.type !== 'pix') throw new Error(payment?.status ?? 'no payment')
      return { open, code: payment.action.brCode }
    },
    async notify(endToEndId) {
      const pix = bank.control.pix().filter((one) => one.endToEndId === endToEndId)
      const request = new Request(`${API_URL}/processor/notifications/bank/pix`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: webhookText(pix.map(pixJson)),
      })
      return (await receive(request, { address: '93.184.216.34', certificate: BANK })).status
    },
    async pass(ms) {
      elapsedMs += ms
      api.clock.advance(ms)
      await resolvePayments(api.context)
    },
    async close() {
      await api.close()
      await bank.close()
    },
  }
}
