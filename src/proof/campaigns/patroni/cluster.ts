import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { unprivilegedUser } from '#server/database/embedded/unprivileged-user.ts'
import { makeScratchDirectory } from '../../testing/scratch-directory.ts'
import { withClient } from '../failover/node.ts'
import { MACHINES, type ClusterSettings } from './configuration.ts'
import { startHaproxy, type Haproxy } from './haproxy.ts'
import { makeMachine, type Machine } from './machine.ts'
import { askMembers, leaderOf, whyNotWhole, type Member } from './members.ts'
import { openNetwork, signal } from './network.ts'
import { onSignal } from './on-signal.ts'
import { packagedBinaries } from './why-no-cluster.ts'

/** Three machines with Patroni, and HAProxy before them. */
export interface Cluster {
  machines: readonly Machine[]
  /** The database's URL through HAProxy, as its owner. */
  url: string
  /** All machines in one URL. */
  hostsUrl: string
  /** The database's URL at one machine, as its owner. */
  urlAt(machine: Machine): string
  members(): Promise<Member[]>
  leader(): Promise<Machine>
  /** Waits until the next machine may be lost; after 180 s resolves to what is still missing, with the logs. */
  untilWhole(): Promise<string | undefined>
  /** The operators' `patronictl switchover`. */
  switchOver(leader: Machine): Promise<void>
  stop(): Promise<void>
  /** Like `stop`, but kills everything at once. */
  abandon(): void
}

interface ClusterOptions {
  isSynchronous: boolean
  isStrict: boolean
}

const POLL_MS = 250
const WHOLE_WITHIN_MS = 180_000
const DATABASE = 'checkout'
const STREAMING = `select count(*)::int as count from pg_stat_replication where state = 'streaming'`
const ROLE = 'checkout'

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const user = unprivilegedUser()
  const binaries = packagedBinaries()
  if (user === undefined || binaries === undefined) throw new Error('this machine runs no cluster')
  const directory = await makeScratchDirectory()
  chmodSync(directory, 0o711)
  const network = openNetwork()
  const proxies: Haproxy[] = []
  let isAbandoned = false
  const abandon = () => {
    if (isAbandoned) return
    isAbandoned = true
    forget()
    for (const { pid } of proxies) signal(pid, 'SIGKILL')
    network.close()
    rmSync(directory, { recursive: true, force: true })
  }
  const forget = onSignal(abandon)
  const password = randomBytes(16).toString('hex')
  const settings: ClusterSettings = {
    prefix: network.prefix,
    binaries,
    superuserPassword: password,
    ...options,
  }
  const machines = MACHINES.map((name) => makeMachine(name, directory, { network, user, settings }))
  for (const machine of machines) machine.start()
  const haproxy = await startHaproxy(directory, network.prefix)
  proxies.push(haproxy)
  const addresses = machines.map(({ address }) => address)
  const members = () => askMembers(addresses)
  const as = (role: string, hosts: string, database: string) =>
    `postgres://${role}:${password}@${hosts}/${database}?sslmode=no-verify`
  const own = (hosts: string) => as(ROLE, hosts, DATABASE)

  async function untilWhole(): Promise<string | undefined> {
    const untilMs = performance.now() + WHOLE_WITHIN_MS
    for (;;) {
      const why = await whyNot()
      if (why === undefined) return undefined
      if (performance.now() > untilMs) return [why, ...machines.flatMap(lastLines)].join('\n')
      await sleep(POLL_MS)
    }
  }

  async function whyNot(): Promise<string | undefined> {
    const found = await members()
    const why = whyNotWhole(found, machines.length, options.isSynchronous)
    if (why !== undefined) return why
    // Patroni lists a machine that was cut off unchanged until it has rejoined: ask the leader for its standbys.
    const address = machines.find(({ name }) => name === leaderOf(found))?.address
    const streaming = await standbysOf(`${address}:5432`)
    return streaming < machines.length - 1 ? `${streaming} standbys stream` : undefined
  }

  async function standbysOf(host: string): Promise<number> {
    let count = 0
    const read = withClient(as('postgres', host, 'postgres'), async (client) => {
      count = (await client.query<{ count: number }>(STREAMING)).rows[0]?.count ?? 0
    })
    await read.catch(() => undefined)
    return count
  }

  function lastLines(machine: Machine): string[] {
    return [`log of ${machine.name}:`, ...machine.lastLines()]
  }

  async function leader(): Promise<Machine> {
    for (;;) {
      const name = leaderOf(await members())
      const found = machines.find((machine) => machine.name === name)
      if (found !== undefined) return found
      await sleep(POLL_MS)
    }
  }

  try {
    const why = await untilWhole()
    if (why !== undefined) throw new Error(`the cluster does not become whole: ${why}`)
    const { address } = await leader()
    const host = `${address}:5432`
    await withClient(as('postgres', host, 'postgres'), async (client) => {
      await client.query(`create role ${ROLE} login password '${password}'`)
      await client.query(`create database ${DATABASE} owner ${ROLE}`)
    })
  } catch (error) {
    abandon()
    throw error
  }

  return {
    machines,
    url: own(`127.0.0.1:${haproxy.port}`),
    hostsUrl: `${own(addresses.map((address) => `${address}:5432`).join(','))}&target_session_attrs=read-write`,
    urlAt: ({ address }) => own(`${address}:5432`),
    members,
    leader,
    untilWhole,
    async switchOver({ name, configFile }) {
      const args = ['-c', configFile, 'switchover', '--master', name, '--force']
      await promisify(execFile)('patronictl', [...args, 'checkout'])
    },
    async stop() {
      await haproxy.close()
      abandon()
    },
    abandon,
  }
}
