import { execFileSync, spawnSync } from 'node:child_process'
import { isAlive } from '#server/database/embedded/process-table.ts'

const PREFIX = 'ckt'
/** RFC 2544: reserved for benchmarks of networks, and not routed on the internet. */
const NETWORK = '198.18'

/** A bridge of this machine, and network namespaces that hang on it: one for each machine of a cluster. */
export interface Network {
  /** The first three numbers of its addresses. */
  prefix: string
  /** Makes the namespace of a machine, linked. */
  add(machine: string): void
  /** Takes the cable out, or puts it in: packets are lost, and no connection is reset. */
  link(machine: string, isUp: boolean): void
  /** The name of the machine's namespace. */
  namespace(machine: string): string
  close(): void
}

/** Addresses of machines by their number, from 1. */
export function addressOf(prefix: string, machine: string): string {
  return `${prefix}.${10 + Number(machine.slice(2))}`
}

export function openNetwork(): Network {
  sweep()
  const id = process.pid.toString(36)
  const bridge = `${PREFIX}-${id}`
  const prefix = `${NETWORK}.${process.pid % 256}`
  const namespaces: string[] = []
  const namespace = (machine: string) => `${bridge}-${machine}`
  const cable = (machine: string) => `${bridge}${machine}`
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('address', 'add', `${prefix}.1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  return {
    prefix,
    namespace,
    add(machine) {
      const [name, near] = [namespace(machine), cable(machine)]
      ip('netns', 'add', name)
      namespaces.push(name)
      ip('link', 'add', near, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
      ip('link', 'set', near, 'master', bridge, 'up')
      ip('-n', name, 'link', 'set', 'lo', 'up')
      ip('-n', name, 'address', 'add', `${addressOf(prefix, machine)}/24`, 'dev', 'eth0')
      ip('-n', name, 'link', 'set', 'eth0', 'up')
    },
    link: (machine, isUp) => ip('link', 'set', cable(machine), isUp ? 'up' : 'down'),
    close() {
      for (const name of namespaces) removeNamespace(name)
      removeLinks(id)
    },
  }
}

/** Removes the networks of earlier runs that were killed. */
function sweep(): void {
  const names = ip('netns', 'list')
    .split('\n')
    .flatMap((line) => line.split(' ')[0] ?? [])
  const left = new Set<string>()
  for (const name of names) {
    const [prefix, id = ''] = name.split('-')
    if (prefix !== PREFIX || isAlive(Number.parseInt(id, 36))) continue
    removeNamespace(name)
    left.add(id)
  }
  for (const id of left) removeLinks(id)
}

/** Removes a run's bridge and links; the links of a namespace outlive it for a while. */
function removeLinks(id: string): void {
  const names = ip('-o', 'link', 'show')
    .split('\n')
    .flatMap((line) => /^\d+: ([^:@]+)/.exec(line)?.[1] ?? [])
  for (const name of names.filter((name) => name.startsWith(`${PREFIX}-${id}`)))
    spawnSync('ip', ['link', 'del', name], { stdio: 'ignore' })
}

function removeNamespace(name: string): void {
  try {
    killAll(name)
    ip('netns', 'del', name)
  } catch {
    // Another run has swept it at the same time.
  }
}

/** SIGKILL to every process of the namespace, until none is left. */
export function killAll(namespace: string): void {
  for (let pids = processesOf(namespace); pids.length > 0; pids = processesOf(namespace))
    for (const pid of pids) signal(pid, 'SIGKILL')
}

export function processesOf(namespace: string): number[] {
  return ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number)
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in between.
  }
}

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
