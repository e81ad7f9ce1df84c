import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Backlog } from '../database/installation/backlog.ts'

const GAUGES = {
  oldestUndeliveredSeconds: 'Age of the oldest notification that is not delivered yet.',
  pendingDeliveries: 'Deliveries that wait for their next attempt.',
  exhaustedDeliveries: 'Deliveries that rest after their last attempt.',
  unknownPayments: 'Payments whose fate at the processor is not known.',
  oldestUnknownPaymentSeconds: 'Age of the oldest payment whose fate is not known.',
  amountMismatches:
    'Payments of another amount than was asked, which wait to be accepted or refused.',
  overdueInquirySeconds:
    'How long ago the payment should have been asked about that is overdue for longest.',
  oldestUnsentReceiptSeconds: 'Age of the oldest receipt that is not e-mailed yet.',
  owedRefunds: 'Payments whose money is not kept and not given back yet.',
  owedRefundAgeSeconds: 'Age of the refund that is owed for longest.',
  authorizationsEnding:
    'Payments that are held, that nobody captures or releases, and whose hold ends within a day.',
  oldestIntentSeconds:
    'How long the capture or release has had no answer that waits for one for longest.',
  disputesDue: 'Disputes whose answer is due within two days.',
} satisfies Record<keyof Backlog, string>
const NAMES = Object.keys(GAUGES) as (keyof Backlog)[]

/** Shorter than a scrape's time-out: the other metrics must be served without a database, too. */
const READ_TIMEOUT_MS = 2000

/** `checkout_database_up`, asked at each scrape. It does not depend on the backlog. */
export function registerDatabase(registry: Registry, isUp: () => Promise<boolean>): void {
  register(registry, 'checkout_database_up', 'Whether the database answered.', async () =>
    (await isUp()) ? 1 : 0,
  )
}

/**
 * Gauges of the backlog, read at each scrape. When they are not read in time they are NaN and `checkout_backlog_up` is 0.
 */
export function registerBacklog(registry: Registry, read: () => Promise<Backlog>): void {
  let reading: Promise<Backlog | undefined> | undefined
  const readOnce = () => {
    reading ??= orNothing(read()).finally(() => {
      reading = undefined
    })
    return reading
  }
  for (const name of NAMES)
    register(
      registry,
      `checkout_${name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)}`,
      GAUGES[name],
      async () => (await readOnce())?.[name] ?? Number.NaN,
    )
  register(registry, 'checkout_backlog_up', 'Whether the backlog was read in time.', async () =>
    // guard: backlog-read
    (await readOnce()) ? 1 : 0,
  )
}

function register(
  registry: Registry,
  name: string,
  help: string,
  valueOf: () => Promise<number>,
): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(await valueOf())
      },
    }),
  )
}

async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  const enough = new AbortController()
  const { signal } = enough
  const nothing = sleep(READ_TIMEOUT_MS, undefined, { signal, ref: false }).catch(() => undefined)
  try {
    return await Promise.race([answer.catch(() => undefined), nothing])
  } finally {
    enough.abort()
  }
}
