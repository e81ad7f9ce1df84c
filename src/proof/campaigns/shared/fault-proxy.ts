import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from './dice.ts'

/** A fault on a connection. */
export type Toxic =
  /** Delays each chunk by `ms` plus up to `jitterMs`. */
  | { type: 'latency'; ms: number; jitterMs: number }
  /** Splits chunks into pieces of this size. */
  | { type: 'slice'; bytes: number }
  /** Drops everything silently. */
  | { type: 'black hole' }
  /** Resets the connection on its first use. */
  | { type: 'reset' }
  /** Resets the connection after this many bytes. */
  | { type: 'cut after bytes'; bytes: number }
  /** Resets the connection after the text passed, so that its response is lost; `skip` occurrences pass first. */
  | { type: 'cut after text'; text: string; skip?: number }

/** `up` is towards the server. */
export type Direction = 'up' | 'down'

export interface FaultProxy {
  port: number
  /** Also affects open connections; `undefined` heals. */
  poison(direction: Direction, toxic: Toxic | undefined): void
  heal(): void
  /** Resets all open connections. */
  cut(): void
  /** Routes new connections to another port, as a fail-over does. */
  aim(port: number): void
  connections(): number
  close(): Promise<void>
}

interface Link {
  client: Socket
  server: Socket
  passed: Record<Direction, number>
}

/** A TCP proxy on loopback that injects network faults. */
export async function startFaultProxy(
  target: { host: string; port: number },
  dice: Dice,
): Promise<FaultProxy> {
  const toxics: Record<Direction, Toxic | undefined> = { up: undefined, down: undefined }
  const links = new Set<Link>()
  let { port: targetPort } = target
  let skipped = 0

  const listener = createServer({ noDelay: true }, (client) => {
    const server = connect({ ...target, port: targetPort, noDelay: true })
    const link: Link = { client, server, passed: { up: 0, down: 0 } }
    links.add(link)
    const end = () => {
      links.delete(link)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    void pump(link, 'up', client, server)
    void pump(link, 'down', server, client)
  })

  /** Forwards one chunk after the other. */
  async function pump(link: Link, direction: Direction, from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        if (!(await pass(link, direction, chunk, to))) return
      }
      to.end()
    } catch {
      // A reset shows at both ends.
    }
  }

  /** False when it ended the connection. */
  async function pass(
    link: Link,
    direction: Direction,
    chunk: Buffer,
    to: Socket,
  ): Promise<boolean> {
    const toxic = toxics[direction]
    switch (toxic?.type) {
      case undefined:
        break
      case 'latency':
        await sleep(toxic.ms + dice.below(toxic.jitterMs + 1))
        break
      case 'slice':
        for (let from = 0; from < chunk.length; from += toxic.bytes) {
          to.write(chunk.subarray(from, from + toxic.bytes))
          await sleep(0)
        }
        return true
      case 'black hole':
        return true
      case 'reset':
        reset(link)
        return false
      case 'cut after bytes':
        link.passed[direction] += chunk.length
        if (link.passed[direction] <= toxic.bytes) break
        to.write(
          chunk.subarray(0, Math.max(0, chunk.length - link.passed[direction] + toxic.bytes)),
        )
        return cutOff(link)
      case 'cut after text':
        if (!chunk.includes(toxic.text)) break
        skipped += 1
        if (skipped <= (toxic.skip ?? 0)) break
        to.write(chunk)
        return cutOff(link)
    }
    to.write(chunk)
    return true
  }

  /** The far end receives what was sent; the near end sees only the reset. */
  async function cutOff(link: Link): Promise<false> {
    link.client.resetAndDestroy()
    await sleep(FLUSH_MS)
    reset(link)
    return false
  }

  function reset({ client, server }: Link): void {
    client.resetAndDestroy()
    server.resetAndDestroy()
  }

  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    poison(direction, toxic) {
      toxics[direction] = toxic
      skipped = 0
    },
    heal() {
      toxics.up = undefined
      toxics.down = undefined
    },
    cut() {
      for (const link of links) reset(link)
    },
    aim(port) {
      targetPort = port
    },
    connections: () => links.size,
    async close() {
      for (const link of links) reset(link)
      listener.close()
      await once(listener, 'close')
    },
  }
}

/** Enough on loopback for written bytes to be read. */
const FLUSH_MS = 20
