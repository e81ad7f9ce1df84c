import { Worker } from 'node:worker_threads'
import { forgeKeys, forgeLookalikes } from './forge-keys.ts'
import { forgeSignatures } from './forge-signatures.ts'
import { sumOf, type Forgeries } from './forgeries.ts'

/** Each kind of forgery is presented to the code that must refuse it. */
export const FORGERS = {
  keys: forgeKeys,
  lookalikes: forgeLookalikes,
  signatures: forgeSignatures,
} as const

export type Forged = keyof typeof FORGERS

export interface Job {
  what: Forged
  count: number
  seed: number
}

type Message = { tried: number } | { forgeries: Forgeries }

/** Forges in this many threads; the same seed and thread count forge the same. */
export async function runJobs(
  { what, count, seed }: Job,
  threads: number,
  onTried: (count: number) => void,
): Promise<Forgeries> {
  const each = Math.ceil(count / threads)
  const jobs = Array.from({ length: threads }, (_, index) => ({
    what,
    count: Math.min(each, Math.max(0, count - index * each)),
    seed: seed + index,
  }))
  return sumOf(await Promise.all(jobs.map((job) => runJob(job, onTried))))
}

function runJob(job: Job, onTried: (count: number) => void): Promise<Forgeries> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: job })
    worker.on('message', (message: Message) => {
      if ('tried' in message) onTried(message.tried)
      else resolve(message.forgeries)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`a thread ended with ${code}`)))
  })
}
