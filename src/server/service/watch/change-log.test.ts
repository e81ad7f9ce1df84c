import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARK } from '../../database/sessions/session-notices.ts'
import { CLOCKS, createChangeLog } from './change-log.ts'

const change = fc.record({
  topic: fc.constantFrom('cs_1', 'cs_2', 'cs_3'),
  version: fc.integer({ min: 1, max: 1000 }),
})
/** As in the database: a session never repeats a version. */
const changes = fc.uniqueArray(change, {
  selector: ({ topic, version }) => `${topic} ${version}`,
  maxLength: 60,
})

/** A stopped clock. */
const standing = () => 0

describe('R-41: the change log', () => {
  it('returns each change once and in order to readers that alternate between processes', () => {
    fc.assert(
      fc.property(changes, fc.infiniteStream(fc.nat(2)), (all, turns) => {
        const logs = [createChangeLog('one', standing), createChangeLog('other', standing)]
        for (const log of logs) log.add({ topic: MARK, version: null })
        let cursor = logs[0]?.since(undefined).cursor
        const received: unknown[] = []
        const read = (round: number) => {
          const page = logs[round % 2]?.since(cursor)
          expect(page?.complete).toBe(true)
          received.push(...(page?.changes ?? []))
          cursor = page?.cursor
        }
        for (const next of all) {
          for (const log of logs) log.add(next)
          const round = turns.next().value
          if (round < 2) read(round)
        }
        read(0)
        expect(received).toEqual(all)
      }),
    )
  })

  it('does not use clock changes as positions, since their order differs between processes', () => {
    const [one, other] = [createChangeLog('one', standing), createChangeLog('other', standing)]
    const clocks = { topic: CLOCKS, version: null }
    const session = { topic: 'cs_1', version: 2 }
    one.add(clocks)
    const { cursor } = one.since(undefined)
    one.add(session)
    for (const change of [session, clocks]) other.add(change)
    expect(one.since(cursor)).toMatchObject({ changes: [session], complete: true })
    expect(other.since(cursor).complete).toBe(false)
  })

  it('is paginated', () => {
    const log = createChangeLog('one', standing)
    let { cursor } = log.since(undefined)
    for (let version = 1; version <= 1200; version++) log.add({ topic: 'cs_1', version })
    const sizes = [1, 2, 3, 4].map(() => {
      const page = log.since(cursor)
      cursor = page.cursor
      return page.changes.length
    })
    expect(sizes).toEqual([500, 500, 200, 0])
  })

  it('R-31: keeps the changes of the last minute, and not for much longer, however few they are', () => {
    const time = { ms: 0 }
    const log = createChangeLog('one', () => time.ms)
    const cursors: { cursor: string; atMs: number }[] = []
    for (let version = 1; version <= 600; version++) {
      time.ms += 1000
      log.add({ topic: 'cs_1', version })
      cursors.push({ cursor: log.since(undefined).cursor, atMs: time.ms })
    }
    const kept = cursors.filter(({ cursor }) => log.since(cursor).complete)
    expect(kept.map(({ atMs }) => atMs)).toEqual(
      cursors.map(({ atMs }) => atMs).slice(cursors.length - kept.length),
    )
    expect(kept.length).toBeGreaterThan(60)
    expect(kept.length).toBeLessThan(125)
    time.ms += 3_600_000
    const { cursor } = log.since(undefined)
    for (const version of [601, 602]) log.add({ topic: 'cs_1', version })
    expect(log.since(cursor).changes).toHaveLength(2)
  })

  it('reports an incomplete page after dropped, missed or unknown changes', () => {
    const log = createChangeLog('one', standing, 10)
    log.add({ topic: 'cs_1', version: 1 })
    const { cursor } = log.since(undefined)
    expect(log.since(cursor)).toMatchObject({ changes: [], complete: true })
    for (let version = 2; version <= 40; version++) log.add({ topic: 'cs_1', version })
    expect(log.since(cursor)).toMatchObject({ changes: [], complete: false })
    const { cursor: later } = log.since(undefined)
    expect(log.since(later).complete).toBe(true)
    log.breakOff()
    expect(log.since(later).complete).toBe(false)
    expect(createChangeLog('other', standing).since(later).complete).toBe(false)
    for (const text of ['', 'x', 'one 1 99999 cs_1 1', 'one 1 x', ' '.repeat(50)])
      expect(log.since(text).complete).toBe(false)
    expect(log.since(log.since('x').cursor).complete).toBe(true)
  })
})
