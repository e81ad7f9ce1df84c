import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { PageCheckout } from '#contract/page.ts'
import { openOneProcess, type OneProcess } from '../shared/one-process.ts'
import { EXPOSE_GC, measure, metricOf } from '../soak/measure.ts'
import { openPage, type OpenPage } from './open-page.ts'
import { postgresSeconds } from '../../testing/processor-time.ts'
import { brokenPromises, spentText, type Spent } from './judge.ts'

export interface PagesReport {
  pages: number
  /** Pages with a stream when the wait ended; the others poll. */
  streaming: number
  /** Ends of streams, by reason. */
  ends: Record<string, number>
  /** Polls. */
  asked: number
  /** Before any page was open. */
  alone: Spent
  /** While the pages opened. */
  opening: Spent
  /** While they stayed open, and nothing happened. */
  holding: Spent
  /** While some sessions were paid. */
  paying: Spent
  /** Memory of the process, per page. */
  kibibytes: { resident: number; heap: number }
  payments: number
  /** Pages of paid sessions, each of which must see the payment. */
  views: number
  unseen: number
  seenMs: { median: number; most: number }
  broken: string[]
}

export interface PagesSize {
  pages: number
  seconds: number
  payments: number
}

const ALONE_SECONDS_MAX = 20
const AT_ONCE = 16
/** Ten thousand within a minute. */
const OPENED_PER_SECOND = 170
const STAND_PATIENCE_MS = 120_000
const SEEN_PATIENCE_MS = 60_000
const PAYMENT_PAUSE_MS = 100
const PAYMENT_TRIES_MAX = 10
const PAYMENT_RETRY_MS = 2000
const VIEWS = 2
const KIBIBYTES_PER_MEBIBYTE = 1024

export async function runPages(
  { pages: count, seconds, payments }: PagesSize,
  onStep: (text: string) => void = () => undefined,
): Promise<PagesReport> {
  const stage = await openOneProcess({
    parts: 'api,worker,bff',
    nodeFlags: EXPOSE_GC,
  })
  const postgres = new Client({ connectionString: stage.databaseUrl })
  const pages: OpenPage[] = []
  const ends: Record<string, number> = {}
  const note = (why: string) => void (ends[why] = (ends[why] ?? 0) + 1)
  try {
    await postgres.connect()
    const origin = new URL(stage.checkoutUrl)
    const references = await makeSessions(stage, count - payments)
    const [first = ''] = references
    const known = await (await fetch(new URL(`/api/checkout/${first}`, origin))).text()
    const initial = PageCheckout.parse(JSON.parse(known))
    onStep(`${references.length} sessions made`)

    const spend = meterOf(stage, postgres)
    const before = await measure(stage.product, postgres)
    await spend()
    await sleep(Math.min(seconds, ALONE_SECONDS_MAX) * 1000)
    const alone = await spend()
    onStep(spentText('without pages', alone))

    const paid = references.slice(0, payments)
    // The second pages of paid sessions come last, among all the others.
    for (const reference of [...references, ...paid]) {
      pages.push(openPage(origin, reference, initial, note))
      await sleep(1000 / OPENED_PER_SECOND)
    }
    const isOpening = () => pages.some((page) => page.state() === 'opening')
    await until(() => !isOpening(), STAND_PATIENCE_MS)
    const opening = await spend()
    onStep(spentText(`while ${count} were opened`, opening))
    const after = await measure(stage.product, postgres)
    await spend()
    await sleep(seconds * 1000)
    const holding = await spend()
    const streaming = streamingOf(pages)
    onStep(spentText(`while ${streaming} stood open`, holding))

    const views = pages.filter((_, index) => index < payments || index >= references.length)
    const paidAtMs: number[] = []
    for (const reference of paid) {
      paidAtMs.push(await pay(stage, reference))
      await sleep(PAYMENT_PAUSE_MS)
    }
    await until(() => views.every((view) => view.paidAtMs() !== undefined), SEEN_PATIENCE_MS)
    const paying = await spend()
    const tookMs = views
      .flatMap((view, index) => {
        const seenAtMs = view.paidAtMs()
        const begunAtMs = paidAtMs[index % payments] ?? 0
        return seenAtMs === undefined ? [] : [seenAtMs - begunAtMs]
      })
      .toSorted((one, other) => one - other)
    const perPage = (mebibytes: number) => (mebibytes * KIBIBYTES_PER_MEBIBYTE) / count
    const report = {
      pages: count,
      streaming,
      ends,
      asked: pages.reduce((sum, page) => sum + page.asked(), 0),
      alone,
      opening,
      holding,
      paying,
      kibibytes: {
        resident: perPage(after.rssMiB - before.rssMiB),
        heap: perPage(after.heapMiB - before.heapMiB),
      },
      payments,
      views: payments * VIEWS,
      unseen: payments * VIEWS - tookMs.length,
      seenMs: {
        median: tookMs[Math.floor(tookMs.length / 2)] ?? 0,
        most: tookMs.at(-1) ?? 0,
      },
    }
    return { ...report, broken: brokenPromises(report) }
  } finally {
    for (const page of pages) page.close()
    await postgres.end()
    await stage.close()
  }
}

function streamingOf(pages: readonly OpenPage[]): number {
  return pages.filter((page) => page.state() === 'streaming').length
}

/** Each call returns the processor time since the call before. */
function meterOf({ product }: OneProcess, postgres: Client): () => Promise<Spent> {
  const look = async () => ({
    atMs: performance.now(),
    server: await metricOf(product, 'process_cpu_seconds_total'),
    postgres: await postgresSeconds(postgres),
  })
  let last: Awaited<ReturnType<typeof look>> | undefined
  return async () => {
    const now = await look()
    const { atMs, server, postgres: database } = last ?? now
    last = now
    return {
      seconds: (now.atMs - atMs) / 1000,
      serverSeconds: now.server - server,
      postgresSeconds:
        now.postgres === undefined || database === undefined ? null : now.postgres - database,
    }
  }
}

async function makeSessions({ product, merchant }: OneProcess, count: number): Promise<string[]> {
  const references: string[] = []
  let begun = 0
  const make = async () => {
    while (begun < count) {
      begun += 1
      const response = await fetch(`${product.apiUrl}/v1/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': merchant.apiKey },
        body: JSON.stringify({
          merchantId: merchant.id,
          amount: 1990,
          currency: 'BRL',
          customer: { email: 'succeed_immediately@example.com', name: 'Maria' },
        }),
      })
      if (!response.ok) throw new Error(`no session was made: ${response.status}`)
      const { url } = (await response.json()) as { url: string }
      references.push(url.slice(url.lastIndexOf('/') + 1))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, make))
  return references
}

/** Pays by Pix, which the sandbox settles at once; resolves to the start time. */
async function pay({ product, checkoutKey }: OneProcess, reference: string): Promise<number> {
  const key = randomUUID()
  for (let tries = 1; ; tries++) {
    const begunAtMs = performance.now()
    const response = await fetch(`${product.apiUrl}/v1/checkout/${reference}/payments`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': checkoutKey,
        'idempotency-key': key,
      },
      body: JSON.stringify({ method: 'pix' }),
    })
    if (response.ok) return begunAtMs
    // Load shedding: retry, as the page does.
    if (response.status !== 503 || tries === PAYMENT_TRIES_MAX)
      throw new Error(`a payment was refused: ${response.status} ${await response.text()}`)
    await sleep(PAYMENT_RETRY_MS)
  }
}

async function until(isSo: () => boolean, patienceMs: number): Promise<void> {
  const endsAtMs = performance.now() + patienceMs
  while (!isSo() && performance.now() < endsAtMs) await sleep(50)
}
