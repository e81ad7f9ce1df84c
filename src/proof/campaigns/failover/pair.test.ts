import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { createDice } from '../shared/dice.ts'
import { withClient } from './node.ts'
import { openPair, type Mode } from './pair.ts'

const POLL_MS = 10
const WAITING = `select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep'`

async function untilCommitWaits(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ count: number }>(WAITING)
      if (rows[0]?.count === 1) return
      await sleep(POLL_MS)
    }
  })
}

/**
 * Loses the primary after the standby received nothing for a while; returns what the promoted standby has, and whether
 * the last commit was answered.
 */
async function loseThePrimary(mode: Mode) {
  const pair = await openPair(mode, createDice(1))
  try {
    await withClient(pair.url, (client) => client.query('create table notes (note text)'))
    await pair.addStandby()
    const writer = new Client(pair.url)
    writer.on('error', () => undefined)
    await writer.connect()
    await writer.query(`insert into notes values ('replicated')`)
    pair.replication().poison('down', { type: 'black hole' })
    const answered = writer.query(`insert into notes values ('unreplicated')`).then(
      () => true,
      () => false,
    )
    await (mode === 'asynchronous' ? answered : untilCommitWaits(pair.url))
    await pair.failOver()
    const { rows } = await withClient(pair.url, (client) =>
      client.query<{ note: string }>('select note from notes'),
    )
    return { notes: rows.map(({ note }) => note), wasAnswered: await answered }
  } finally {
    await pair.stop()
  }
}

describe('a primary that is lost with its disk', () => {
  it('R-36: loses no answered commit with synchronous replication', async () => {
    expect(await loseThePrimary('synchronous')).toEqual({
      notes: ['replicated'],
      wasAnswered: false,
    })
  })

  it('loses an answered commit with asynchronous replication', async () => {
    const { notes, wasAnswered } = await loseThePrimary('asynchronous')
    expect(wasAnswered).toBe(true)
    expect(notes).not.toContain('unreplicated')
  })
})
