import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from './dice.ts'

/** What happens to bytes on their way. */
export type Toxic =
  /** Each chunk waits, by so much and up to so much more. */
  | { type: 'latency'; ms: number; jitterMs: number }
  /** Chunks are passed on in pieces of so many bytes. */
  | { type: 'slice'; bytes: number }
  /** Nothing is passed on, and nobody is told. */
  | { type: 'black hole' }
  /** The connection is reset as soon as it is used. */
  | { type: 'reset' }
  /** The connection is reset after so many bytes. */
  | { type: 'cut after bytes'; bytes: number }
  /** The connection is reset when the text has been passed on, after so many times that it was let pass: its answer never comes. */
  | { type: 'cut after text'; text: string; skip?: number }

/** `up` is towards the server. */
export type Direction = 'up' | 'down'

export interface FaultProxy {
  port: number
  /** From now on, also on connections that are open; `undefined` lets everything pass. */
  poison(direction: Direction, toxic: Toxic | undefined): void
  heal(): void
  /** Resets all connections that are open. */
  cut(): void
  /** Leads new connections to another port, as after a fail-over. */
  aim(port: number): void
  connections(): number
  close(): Promise<void>
}

interface Link {
  client: Socket
  server: Socket
  passed: Record<Direction, number>
}

/** Stands between two programs on loopback, and does to their connections what networks do. */
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

  /** Passes on what comes, one chunk after the other. */
  async function pump(link: Link, direction: Direction, from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        if (!(await pass(link, direction, chunk, to))) return
      }
      to.end()
    } catch {
      // A connection that broke has told both its ends.
    }
  }

  /** False when the connection was ended by it. */
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

  /** The far end gets what was sent; the near end learns only that the line is gone. */
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

/** Long enough on loopback for what was written to be read. */
const FLUSH_MS = 20
