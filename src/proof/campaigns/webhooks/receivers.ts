import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Entry } from './ledger.ts'

/** A merchant's receiver: its URL, and its behaviour. */
export interface Receiver {
  index: number
  secret: string
  /** A misbehaviour, a place, or `honest`. */
  kind: string
  /** It misbehaves every time. */
  isOutOfOrder: boolean
}

export interface Places {
  plain: number
  /** Has an untrusted certificate. */
  untrusted: number
  /** Accepts connections and reads nothing. */
  mute: number
}

export interface Counts {
  /** Count by behaviour. */
  outcomes: Record<string, number>
  /** Connections to the target of redirects. */
  trapConnections: number
  refusedHandshakes: number
}

export type Asked =
  | { ask: 'serve'; receivers: readonly Receiver[]; seed: number; misbehaves: number }
  | { ask: 'places' }
  | { ask: 'counts' }
  | { ask: 'ledger'; from: number }

export type Answered =
  | { type: 'served' }
  | { type: 'places'; places: Places }
  | { type: 'counts'; counts: Counts }
  | { type: 'ledger'; entries: Entry[] }

export interface Receivers {
  places: Places
  /** Replaces the receivers; each misbehaves with this probability. */
  serve(receivers: readonly Receiver[], seed: number, misbehaves: number): Promise<void>
  counts(): Promise<Counts>
  ledger(): AsyncIterable<Entry>
  close(): Promise<void>
}

/** Starts the receivers in a process of their own, so that their cost is not the worker's. */
export async function startReceivers(): Promise<Receivers> {
  const child = fork(new URL('receivers-process.ts', import.meta.url), {
    execArgv: [],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`the receivers ended with ${String(code)}`)
  })
  failed.catch(() => undefined)
  const nextMessage = async () => {
    const [answered] = (await Promise.race([once(child, 'message'), failed])) as [Answered]
    return answered
  }
  await nextMessage()

  async function ask<Type extends Answered['type']>(
    asked: Asked,
    type: Type,
  ): Promise<Extract<Answered, { type: Type }>> {
    child.send(asked)
    const answered = await nextMessage()
    if (answered.type !== type) throw new Error(`asked for ${type}, got ${answered.type}`)
    return answered as Extract<Answered, { type: Type }>
  }

  return {
    places: (await ask({ ask: 'places' }, 'places')).places,
    async serve(receivers, seed, misbehaves) {
      await ask({ ask: 'serve', receivers, seed, misbehaves }, 'served')
    },
    counts: async () => (await ask({ ask: 'counts' }, 'counts')).counts,
    async *ledger() {
      for (let from = 0; ;) {
        const { entries } = await ask({ ask: 'ledger', from }, 'ledger')
        if (entries.length === 0) return
        yield* entries
        from += entries.length
      }
    },
    async close() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
