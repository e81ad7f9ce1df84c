import {
  REPORTED_DOCUMENTS,
  REPORT_KINDS,
  type ReportedDocument,
  type ReportKind,
} from '#contract/reports.ts'
import { PaymentMethod } from '#contract/payment.ts'
import { ProblemCode, PROBLEMS } from '#contract/problem.ts'
import { DIFFERENCES, type Difference } from '#domain/compare-books.ts'
import type { Backlog } from '../database/installation/backlog.ts'
import { type AccountCertificate, registerCertificates } from './certificate-gauge.ts'
import type { RouteServed } from './measure-routes.ts'
import { registerBacklog, registerDatabase } from './backlog-gauges.ts'
import { SPAN_LOSSES, type SpanLoss } from '../tracing/span-losses.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const AUTH_CODES = ProblemCode.options.filter((code) => isAuthFailure(code))
/** Gauges with a counter's name. Each repeats the sum of the gauge of the same name without `_total`. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)
const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Why a call of a processor's module brought no answer: it was refused as it was sent, was never made, was not answered,
 * or the module broke.
 */
export const PROCESSOR_FAILURES = ['refused', 'not_asked', 'silent', 'broken'] as const
export type ProcessorFailure = (typeof PROCESSOR_FAILURES)[number]

/** How the books of the checkout and of its processors compared. */
interface ComparedBooks {
  until: Date
  differences: readonly Difference[]
  /** The accounts whose records could not be read. */
  unread: readonly unknown[]
}

/** The Prometheus metrics of the service. */
export interface ServiceMetrics {
  requestServed(operation: string, status: number, durationMs: number): void
  /** Page or card frame answered a shopper's browser. */
  pageServed: RouteServed
  deliveryAttempted(
    result: 'delivered' | 'retry' | 'exhausted' | 'disabled',
    durationMs: number,
  ): void
  receiptAttempted(result: 'sent' | 'retry' | 'failed'): void
  /** A browser reported a CSP violation, a failed load or a failed start of one of our documents. */
  browserReported: (document: ReportedDocument, kind: ReportKind) => void
  cardAttempted(result: 'succeeded' | 'declined'): void
  /** Card testing suspected: too many of a merchant's cards were declined. */
  cardAlarmRaised(): void
  /** Number of open circuit breakers per payment method. */
  breakersOpen(method: PaymentMethod, count: number): void
  /** Methods of which a breaker is open now. */
  methodsWithOpenBreaker(): PaymentMethod[]
  /** A call of a processor's module brought no answer. */
  processorFailed: (reason: ProcessorFailure) => void
  /** Verified bodies with which a processor's account notified us. */
  notificationsReceived: (processor: string, count: number) => void
  /** Notifications to a processor's account that were not authentic. */
  notificationForged: (processor: string, count: number) => void
  /** A processor's account proved a fact of one of our payments, for the first time. */
  factProved: (code: unknown) => void
  /** Whether a processor's account cannot be asked: without its notifications nothing is learnt. */
  processorTold: (processor: string, isTold: boolean) => void
  /** Read at each scrape: the certificates by which accounts at processors are called. */
  certificates: (read: () => readonly AccountCertificate[]) => void
  /** A request was refused with 401 or 403. */
  authenticationFailed(code: ProblemCode): void
  /** A request had `X-Forwarded-For` from a peer that is not a trusted proxy. */
  untrustedProxyForwarded: () => void
  /** Spans did not reach the collector. */
  spansDropped: (loss: SpanLoss, count: number) => void
  /** Share of the heap in use after a full garbage collection, 0 to 1. */
  heapCollected(inUseShare: number): void
  /** This process begins to compare the books. */
  comparisonStarted(at: Date): void
  booksCompared(books: ComparedBooks): void
  /** Asked at each scrape: whether the database answers a ping. */
  database(isUp: () => Promise<boolean>): void
  /** Read at each scrape: the backlog in the database. */
  backlog(read: () => Promise<Backlog>): void
  text(): Promise<string>
  contentType: string
}

export function createMetrics(): ServiceMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const registers = [registry]
  const requests = new Histogram({
    name: 'checkout_request_duration_seconds',
    help: 'Duration of API requests by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: LATENCY_SECONDS,
    registers,
  })
  const pages = new Histogram({
    name: 'checkout_page_duration_seconds',
    help: "Duration of answers of the page's backend and the card frame, by route and status.",
    labelNames: ['route', 'status'],
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
  // Initialized to 0, so that `increase()` sees the first event.
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
  const breakers = new Gauge({
    name: 'checkout_processor_breakers_open',
    help: 'Ways to pay in which no attempt is made, because the processor does not answer.',
    labelNames: ['method'],
    registers,
  })
  for (const method of PaymentMethod.options) breakers.set({ method }, 0)
  const openBreakers = new Map<PaymentMethod, number>()
  const processorFailures = new Counter({
    name: 'checkout_processor_failures_total',
    help: 'Calls of the processor that brought no answer, by reason.',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of PROCESSOR_FAILURES) processorFailures.inc({ reason }, 0)
  const received = new Counter({
    name: 'checkout_processor_notifications_total',
    help: 'Authentic notifications that came in from processors, by account.',
    labelNames: ['processor'],
    registers,
  })
  const forged = new Counter({
    name: 'checkout_processor_forgeries_total',
    help: 'Notifications that were verified and are not authentic, by account.',
    labelNames: ['processor'],
    registers,
  })
  const facts = new Counter({
    name: 'checkout_processor_facts_total',
    help: 'Facts that notifications of processors proved of our payments, each once, by their code.',
    labelNames: ['code'],
    registers,
  })
  const factCodes = new Set<string>()
  const told = new Gauge({
    name: 'checkout_processor_told',
    help: 'Whether an account cannot be asked, so that all is learnt by its notifications: 1 or 0.',
    labelNames: ['processor'],
    registers,
  })
  const certificates = registerCertificates(registry)
  const authFailures = new Counter({
    name: 'checkout_auth_failures_total',
    help: 'Requests that were refused with 401 or 403, by code.',
    labelNames: ['code'],
    registers,
  })
  for (const code of AUTH_CODES) authFailures.inc({ code }, 0)
  const unnamedProxies = new Counter({
    name: 'checkout_unnamed_proxy_requests_total',
    help: 'Requests with X-Forwarded-For from an address that TRUSTED_PROXIES does not name.',
    registers,
  })
  const spansDropped = new Counter({
    name: 'checkout_spans_dropped_total',
    help: 'Spans that did not reach the collector: too many waited, it did not take them, or the process stopped.',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of SPAN_LOSSES) spansDropped.inc({ reason }, 0)
  const heapInUse = new Gauge({
    name: 'checkout_heap_in_use_ratio',
    help: 'How much of the heap was still in use when all of it was last collected; 0 when it never was.',
    registers,
  })
  const differing = new Gauge({
    name: 'checkout_reconciliation_differences',
    help: 'In how many entries our books differed from those of the processor when they were last compared.',
    labelNames: ['difference'],
    registers,
  })
  const comparedAt = new Gauge({
    name: 'checkout_reconciled_until_seconds',
    help: 'Up to when our books were last compared with those of the processor, in Unix time: the start of the process until they are, and 0 in one that compares none.',
    registers,
  })
  return {
    requestServed(operation, status, durationMs) {
      requests.observe({ operation, status }, durationMs / 1000)
    },
    pageServed: (route, status, durationMs) => {
      pages.observe({ route, status }, durationMs / 1000)
    },
    deliveryAttempted(result, durationMs) {
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
    breakersOpen(method, count) {
      breakers.set({ method }, count)
      openBreakers.set(method, count)
    },
    methodsWithOpenBreaker: () =>
      PaymentMethod.options.filter((method) => (openBreakers.get(method) ?? 0) > 0),
    processorFailed: (reason) => {
      processorFailures.inc({ reason })
    },
    notificationsReceived: (processor, count) => {
      received.inc({ processor }, count)
    },
    notificationForged: (processor, count) => {
      forged.inc({ processor }, count)
    },
    factProved: (code) => {
      facts.inc({ code: boundedCode(factCodes, code) })
    },
    processorTold: (processor, isTold) => {
      told.set({ processor }, isTold ? 1 : 0)
    },
    certificates,
    authenticationFailed(code) {
      authFailures.inc({ code })
    },
    untrustedProxyForwarded: () => {
      unnamedProxies.inc()
    },
    spansDropped: (reason, count) => {
      spansDropped.inc({ reason }, count)
    },
    comparisonStarted(at) {
      comparedAt.set(at.getTime() / 1000)
    },
    heapCollected(inUseShare) {
      heapInUse.set(inUseShare)
    },
    booksCompared({ differences, until, unread }) {
      for (const difference of DIFFERENCES)
        differing.set(
          { difference },
          differences.filter((found) => found.difference === difference).length,
        )
      if (unread.length === 0) comparedAt.set(until.getTime() / 1000)
    },
    database: (isUp) => registerDatabase(registry, isUp),
    backlog: (read) => registerBacklog(registry, read),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** Whether a refusal concerns authentication (401) or authorization (403). */
export function isAuthFailure(code: ProblemCode): boolean {
  const { status } = PROBLEMS[code]
  return status === 401 || status === 403
}

const FACT_CODE = /^[A-Z][A-Z_]{0,59}$/
const FACT_CODES_MAX = 100

/** A label for a code that a module states: processors add codes, and a defect must not make a series of each. */
function boundedCode(known: Set<string>, code: unknown): string {
  if (typeof code !== 'string' || !FACT_CODE.test(code)) return 'other'
  if (!known.has(code) && known.size >= FACT_CODES_MAX) return 'other'
  known.add(code)
  return code
}
