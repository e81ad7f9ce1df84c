import { describe, expect, it } from 'vitest'
import { leaderOf, whyNotWhole, type Member } from './members.ts'

const LEADER: Member = { name: 'db1', role: 'leader', state: 'running', timeline: 2 }
const SYNC: Member = { name: 'db2', role: 'sync_standby', state: 'streaming', timeline: 2, lag: 0 }
const REPLICA: Member = { name: 'db3', role: 'replica', state: 'running', timeline: 2, lag: 0 }

describe('a cluster of three', () => {
  it('is whole with a leader, a synchronous standby and a replica on one timeline', () => {
    expect(leaderOf([LEADER, SYNC, REPLICA])).toBe('db1')
    expect(whyNotWhole([LEADER, SYNC, REPLICA], 3, true)).toBeUndefined()
  })

  it.each<[string, Member[]]>([
    ['there is no leader', [SYNC, REPLICA]],
    ['there is no leader', [{ ...LEADER, state: 'stopped' }, SYNC, REPLICA]],
    ['2 of 3 members', [LEADER, SYNC]],
    ['db3 is start failed, timeline 2', [LEADER, SYNC, { ...REPLICA, state: 'start failed' }]],
    ['db3 is running, timeline 1', [LEADER, SYNC, { ...REPLICA, timeline: 1 }]],
    ['there is no synchronous standby', [LEADER, { ...SYNC, role: 'replica' }, REPLICA]],
  ])('is not whole: %s', (why, members) => {
    expect(whyNotWhole(members, 3, true)).toBe(why)
  })

  it('needs no synchronous standby where replication is asynchronous', () => {
    expect(whyNotWhole([LEADER, { ...SYNC, role: 'replica' }, REPLICA], 3, false)).toBeUndefined()
  })
})
