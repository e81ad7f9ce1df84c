import {
  REPORTED_DOCUMENTS,
  REPORT_KINDS,
  type ReportedDocument,
  type ReportKind,
} from '../contract/reports.ts'
import type { Backlog } from '../store/backlog.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What operators watch, in Prometheus' text form. */
export interface ServiceMetrics {
  requestServed(operation: string, status: number, durationMs: number): void
  notificationAttempted(
    result: 'delivered' | 'retry' | 'exhausted' | 'disabled',
    durationMs: number,
  ): void
  receiptAttempted(result: 'sent' | 'retry' | 'failed'): void
  /** What a browser tells of a document of ours. */
  browserReported: (document: ReportedDocument, kind: ReportKind) => void
  cardAttempted(result: 'succeeded' | 'declined'): void
  /** A merchant's cards are declined as when somebody tries stolen ones. */
  cardAlarmRaised(): void
  /** Read from the database when they are scraped. */
  backlog(read: () => Promise<Backlog>): void
  text(): Promise<string>
  contentType: string
}

export function createMetrics(): ServiceMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'checkout_request_duration_seconds',
    help: 'Duration of API requests by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: LATENCY_SECONDS,
    registers,
  })
  const notifications = new Histogram({
    name: 'checkout_notification_duration_seconds',
    help: 'Duration of attempts to deliver a notification, by result.',
    labelNames: ['result'],
    buckets: LATENCY_SECONDS,
    registers,
  })
  const receipts = new Counter({
    name: 'checkout_receipt_emails_total',
    help: 'Attempts to e-mail a receipt, by result.',
    labelNames: ['result'],
    registers,
  })
  const reports = new Counter({
    name: 'checkout_browser_reports_total',
    help: 'What browsers reported of our documents: refused by their policy, not loaded, not started.',
    labelNames: ['document', 'kind'],
    registers,
  })
  // From the beginning, so that the first one is seen to be one more.
  for (const document of REPORTED_DOCUMENTS)
    for (const kind of REPORT_KINDS) reports.inc({ document, kind }, 0)
  const cards = new Counter({
    name: 'checkout_card_attempts_total',
    help: 'Attempts by card that have ended, by result.',
    labelNames: ['result'],
    registers,
  })
  const cardAlarms = new Counter({
    name: 'checkout_card_testing_alarms_total',
    help: 'How often so many cards of a merchant were declined that somebody may be testing them.',
    registers,
  })
  return {
    requestServed(operation, status, durationMs) {
      requests.observe({ operation, status }, durationMs / 1000)
    },
    notificationAttempted(result, durationMs) {
      notifications.observe({ result }, durationMs / 1000)
    },
    receiptAttempted(result) {
      receipts.inc({ result })
    },
    browserReported: (document, kind) => {
      reports.inc({ document, kind })
    },
    cardAttempted(result) {
      cards.inc({ result })
    },
    cardAlarmRaised() {
      cardAlarms.inc()
    },
    backlog(read) {
      const gauges = {
        oldestUndeliveredSeconds: 'Age of the oldest notification that is not delivered yet.',
        pendingDeliveries: 'Deliveries that wait for their next attempt.',
        exhaustedDeliveries: 'Deliveries that rest after their last attempt.',
        unknownPayments: 'Payments whose fate at the processor is not known.',
        oldestUnsentReceiptSeconds: 'Age of the oldest receipt that is not e-mailed yet.',
      } satisfies Record<keyof Backlog, string>
      const names = Object.keys(gauges) as (keyof Backlog)[]
      let reading: Promise<Backlog> | undefined
      for (const name of names) {
        registry.registerMetric(
          new Gauge({
            name: `checkout_${name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)}`,
            help: gauges[name],
            registers: [],
            async collect() {
              reading ??= read().finally(() => {
                reading = undefined
              })
              this.set((await reading)[name])
            },
          }),
        )
      }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
