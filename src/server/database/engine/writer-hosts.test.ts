import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from './database-errors.ts'
import { createWriterHosts } from './writer-hosts.ts'

const ONE = 'postgres://user:word@one/checkout'
const OTHER = 'postgres://user:word@other:5433/checkout'

/** Hosts whose answers the test sets: true for the primary, false for a standby, an error for one that is gone. */
function openHosts(answers: Record<string, boolean | Error | Promise<never>>) {
  const asked: string[] = []
  const hosts = createWriterHosts([ONE, OTHER], async (url) => {
    asked.push(url)
    const answer = await answers[url]
    if (answer instanceof Error) throw answer
    return answer === true
  })
  return { hosts, asked, answers }
}

describe('several hosts of PostgreSQL', () => {
  it('finds the one that takes writes, and asks no more once it is known', async () => {
    const { hosts, asked } = openHosts({ [ONE]: false, [OTHER]: true })
    expect(await Promise.all([hosts.writer(), hosts.writer()])).toEqual([OTHER, OTHER])
    expect(await hosts.writer()).toBe(OTHER)
    expect(asked).toEqual([ONE, OTHER])
  })

  it('waits for no host that hangs', async () => {
    const hanging = new Promise<never>(() => undefined)
    const { hosts } = openHosts({ [ONE]: hanging, [OTHER]: true })
    expect(await hosts.writer()).toBe(OTHER)
  })

  it('asks again when the known one is in doubt, and tells whoever is connected to another', async () => {
    const { hosts, answers } = openHosts({ [ONE]: true, [OTHER]: false })
    const moved: string[] = []
    await hosts.writer()
    hosts.follow(ONE, () => moved.push('from one'))
    const unfollow = hosts.follow(ONE, () => moved.push('unfollowed'))
    unfollow()
    hosts.doubt(OTHER)
    Object.assign(answers, { [ONE]: false, [OTHER]: true })
    expect(await hosts.writer()).toBe(ONE)
    hosts.doubt(ONE)
    expect(await hosts.writer()).toBe(OTHER)
    expect(moved).toEqual(['from one'])
  })

  it('says of each host why it is not the one, without a password', async () => {
    const { hosts } = openHosts({ [ONE]: false, [OTHER]: new Error('connect ECONNREFUSED') })
    const error = await hosts.writer().catch((error: unknown) => error)
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect(String(error)).toContain(
      'No host in DATABASE_URL takes writes: one:5432: takes no writes; other:5433: connect ECONNREFUSED',
    )
    expect(String(error)).not.toContain('word')
  })

  it('asks once for all who come while a failed search is fresh, and later again', async () => {
    const { hosts, asked, answers } = openHosts({ [ONE]: false, [OTHER]: false })
    await expect(hosts.writer()).rejects.toThrow('takes writes')
    await expect(hosts.writer()).rejects.toThrow('takes writes')
    expect(asked).toHaveLength(2)
    answers[OTHER] = true
    let found: string | undefined
    while (found === undefined) {
      await sleep(20)
      found = await hosts.writer().catch(() => undefined)
    }
    expect(found).toBe(OTHER)
  })
})
