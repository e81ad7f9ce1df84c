import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { ProductProcess } from '../crash/product.ts'
import type { Measure } from './growth.ts'

/** Allows a forced garbage collection, so that only retained memory is measured. */
export const EXPOSE_GC = [
  '--expose-gc',
  `--import=data:text/javascript,process.on('SIGUSR2',()=>globalThis.gc())`,
]
const COLLECTION_MS = 1000
const BYTES_PER_MIB = 1024 * 1024

const METRICS = {
  heapMiB: 'nodejs_heap_size_used_bytes',
  rssMiB: 'process_resident_memory_bytes',
  handles: 'nodejs_active_handles',
  files: 'process_open_fds',
} as const

export async function measure(
  product: ProductProcess,
  postgres: Client,
): Promise<Record<Measure, number>> {
  process.kill(product.pid(), 'SIGUSR2')
  await sleep(COLLECTION_MS)
  const text = await (await fetch(`${product.privateUrl}/metrics`)).text()
  const { rows } = await postgres.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'",
  )
  return {
    heapMiB: valueOf(text, METRICS.heapMiB) / BYTES_PER_MIB,
    rssMiB: valueOf(text, METRICS.rssMiB) / BYTES_PER_MIB,
    handles: valueOf(text, METRICS.handles),
    files: valueOf(text, METRICS.files),
    connections: rows[0]?.count ?? 0,
  }
}

/** Reads a metric at the process's private port. */
export async function metricOf({ privateUrl }: ProductProcess, name: string): Promise<number> {
  return valueOf(await (await fetch(`${privateUrl}/metrics`)).text(), name)
}

/** The value of a metric; the sum where it has labels. */
function valueOf(text: string, name: string): number {
  const samples = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)`, 'gm'))]
  if (samples.length === 0) throw new Error(`the process has no metric ${name}`)
  return samples.reduce((sum, [, value]) => sum + Number(value), 0)
}
