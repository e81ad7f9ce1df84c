import { signWebhook } from '#domain/webhook-signature.ts'
import { createSimulatedProcessor } from '#sandbox/simulator/simulated-processor.ts'
import type { ConformanceDriver, LedgerEntry } from '#server/processors/conformance/driver.ts'
import type { DisputeEvent } from '#server/processors/processor.ts'
import { returnedFrom } from './broken-actions.ts'
import {
  NOTIFICATION_SECRET,
  openTestSimulator,
  SIMULATOR_SECRET,
  SIMULATOR_URL,
} from '../open-test-simulator.ts'

/** How far the time passes when something settles, so that later movements have later times. */
const SETTLED_MS = 1000

const KINDS: readonly LedgerEntry['kind'][] = [
  'authorization',
  'capture',
  'void',
  'refund',
  'reversal',
  'reinstatement',
]

/** By which events the simulator takes steps of a dispute. */
const DISPUTE_EVENTS: Partial<Record<string, DisputeEvent>> = {
  inquiry_opened: { type: 'dispute', stage: 'inquiry' },
  chargeback: { type: 'dispute' },
  evidence_supplied: { type: 'dispute_answered' },
  chargeback_reversed: { type: 'dispute_won' },
  period_ended: { type: 'dispute_lost' },
}

/** The simulator, as the conformance kit drives it. Its time passes only when something settles. */
export async function openSimulatorDriver() {
  const opened = await openTestSimulator()
  const { simulator, received, time } = opened
  const { sandbox } = opened.processor
  if (sandbox === undefined) throw new Error('the simulator has no sandbox')
  let signed = 0
  return {
    secrets: [SIMULATOR_SECRET, NOTIFICATION_SECRET],
    customer: { email: 'canary@shopper.test', name: 'Maria Canária', taxId: '11144477735' },
    clock: () => time.now,
    fetch: simulator.fetch,
    createProcessor: ({ fetch, timeoutMs, clock }) =>
      createSimulatedProcessor({
        fetch,
        baseUrl: SIMULATOR_URL,
        secret: SIMULATOR_SECRET,
        timeoutMs,
        notificationSecret: NOTIFICATION_SECRET,
        clock,
      }),
    sealCard: () => opened.encrypt({ number: '4242424242424242' }),
    challenge: {
      sealCard: () => opened.encrypt({ number: '4000002500003155' }),
      pass: async ({ paymentId }) => returnedFrom(paymentId),
    },
    pay: async ({ paymentId }) => (await sandbox.simulate(paymentId, { type: 'pay' })) === 'done',
    async reverse({ paymentId }, amountMinor) {
      await sandbox.simulate(paymentId, { type: 'reverse', amountMinor })
    },
    async reinstate({ paymentId }, amountMinor) {
      await sandbox.simulate(paymentId, { type: 'reinstate', amountMinor })
    },
    async dispute({ paymentId }, step) {
      const event = DISPUTE_EVENTS[step]
      return event !== undefined && (await sandbox.simulate(paymentId, event)) === 'done'
    },
    async returnRefund({ paymentId }, refundId) {
      await sandbox.simulate(paymentId, { type: 'refund_reversed', refundId })
    },
    async expire({ paymentId }) {
      await sandbox.simulate(paymentId, { type: 'authorization_expired' })
    },
    async captureFails({ paymentId }) {
      await sandbox.simulate(paymentId, { type: 'capture_failed' })
    },
    async settle() {
      await opened.pass(SETTLED_MS)
    },
    async ledger(paymentId) {
      const entries = await opened.ledgerOf(paymentId)
      return entries.flatMap(([name, amountMinor]) => {
        const kind = KINDS.find((one) => one === name)
        return kind === undefined ? [] : [{ kind, amountMinor }]
      })
    },
    notifications: async () =>
      received.map(({ headers, body }) => ({
        rawBody: body,
        headers: Object.fromEntries(headers),
      })),
    async sign(rawBody) {
      const id = `ntf_${(signed += 1)}`
      const timestamp = String(Math.floor(time.now.getTime() / 1000))
      const secrets = [NOTIFICATION_SECRET]
      const signature = await signWebhook({ id, timestamp: time.now, body: rawBody, secrets })
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      }
      return { rawBody, headers }
    },
    close: () => opened.close(),
  } satisfies ConformanceDriver
}
