import { z } from 'zod'

/** A machine as Patroni's `GET /cluster` shows it. */
const Member = z.object({
  name: z.string(),
  role: z.string(),
  state: z.string(),
  timeline: z.number().optional(),
  lag: z.union([z.number(), z.string()]).optional(),
})
const Cluster = z.object({ members: z.array(Member) })

export type Member = z.output<typeof Member>

const PATRONI_PORT = 8008
const ASK_TIMEOUT_MS = 2000
const UP = new Set(['running', 'streaming'])

/** The members, as the first machine that answers shows them; none when no machine answers. */
export async function askMembers(addresses: readonly string[]): Promise<Member[]> {
  const answers = addresses.map(async (address) => {
    const url = `http://${address}:${PATRONI_PORT}/cluster`
    const response = await fetch(url, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })
    return Cluster.parse(await response.json()).members
  })
  return Promise.any(answers).catch(() => [])
}

export function leaderOf(members: readonly Member[]): string | undefined {
  return members.find(({ role, state }) => role === 'leader' && state === 'running')?.name
}

/** What is missing until the next machine may be lost; undefined when the cluster is whole. */
export function whyNotWhole(
  members: readonly Member[],
  machines: number,
  isSynchronous: boolean,
): string | undefined {
  const leader = members.find(({ role }) => role === 'leader')
  if (leader?.state !== 'running') return 'there is no leader'
  if (members.length < machines) return `${members.length} of ${machines} members`
  const behind = members.find(
    ({ state, timeline }) => !UP.has(state) || timeline !== leader.timeline,
  )
  if (behind !== undefined) return `${behind.name} is ${behind.state}, timeline ${behind.timeline}`
  if (isSynchronous && !members.some(({ role }) => role === 'sync_standby'))
    return 'there is no synchronous standby'
  return undefined
}
