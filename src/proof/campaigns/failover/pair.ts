import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeScratchDirectory } from '../../testing/scratch-directory.ts'
import type { Dice } from '../shared/dice.ts'
import { startFaultProxy, type FaultProxy } from '../shared/fault-proxy.ts'
import {
  destroy,
  STANDBY,
  startPrimary,
  startStandby,
  stop,
  withClient,
  type Node,
} from './node.ts'

/** Synchronous: a commit is answered only when the standby has it, too. */
export type Mode = 'synchronous' | 'asynchronous'

/** A primary, its standby, and a switch in front, like a proxy or a floating address. */
export interface Pair {
  /** Leads to the current primary. */
  url: string
  /** The line of the replication stream. */
  replication(): FaultProxy
  /** Adds a standby for the current primary. */
  addStandby(): Promise<void>
  /** Loses the primary's machine and promotes the standby; resolves to the milliseconds that took. */
  failOver(): Promise<number>
  stop(): Promise<void>
}

const POLL_MS = 20
const PLACES = ['one', 'other'] as const

export async function openPair(mode: Mode, dice: Dice): Promise<Pair> {
  const directory = await makeScratchDirectory()
  let turn = 0
  const place = () => join(directory, PLACES[turn++ % 2] ?? '')
  let primary = await startPrimary(place())
  const toPrimary = await startFaultProxy({ host: '127.0.0.1', port: primary.port }, dice)
  const url = new URL(primary.url)
  url.port = String(toPrimary.port)
  let standby: Node | undefined
  let line: FaultProxy | undefined

  return {
    url: url.href,
    replication() {
      if (line === undefined) throw new Error('no standby')
      return line
    },
    async addStandby() {
      line = await startFaultProxy({ host: '127.0.0.1', port: primary.port }, dice)
      standby = await startStandby(place(), primary, line.port)
      await waitUntilFollowing(primary, 'streaming')
      if (mode === 'asynchronous') return
      await setSynchronous(primary, STANDBY)
      await waitUntilFollowing(primary, 'sync')
    },
    async failOver() {
      const lost = primary
      if (standby === undefined) throw new Error('no standby')
      const fromMs = performance.now()
      await destroy(lost)
      // Before the promotion: a primary that waits for a lost standby cannot commit.
      await setSynchronous(standby, '')
      await withClient(standby.url, (client) => client.query('select pg_promote(true, 60)'))
      primary = standby
      standby = undefined
      toPrimary.aim(primary.port)
      toPrimary.cut()
      await line?.close()
      return Math.round(performance.now() - fromMs)
    },
    async stop() {
      await toPrimary.close()
      if (standby !== undefined) await stop(standby)
      await stop(primary)
      await line?.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A setting of the server alone: no connection string carries it, so no session of the product can omit it. */
async function setSynchronous({ url }: Node, names: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${names}'`)
    await client.query('select pg_reload_conf()')
  })
}

async function waitUntilFollowing({ url }: Node, state: 'streaming' | 'sync'): Promise<void> {
  await withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ state: string; sync: string }>(
        'select state, sync_state as sync from pg_stat_replication where application_name = $1',
        [STANDBY],
      )
      if (
        rows.some(
          (row) => row.state === 'streaming' && (state === 'streaming' || row.sync === 'sync'),
        )
      )
        return
      await sleep(POLL_MS)
    }
  })
}
