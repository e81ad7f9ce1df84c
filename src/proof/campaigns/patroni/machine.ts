import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeOwner } from '#cli/operator/backup/change-owner.ts'
import type { UnprivilegedUser } from '#server/database/embedded/unprivileged-user.ts'
import { selfSignedCertificate } from '../../testing/self-signed-certificate.ts'
import { etcdEnvironment, patroniConfig, type ClusterSettings } from './configuration.ts'
import { addressOf, killAll, processesOf, signal, type Network } from './network.ts'

/** One machine: a network namespace with etcd, Patroni and PostgreSQL, which run as an unprivileged user. */
export interface Machine {
  name: string
  address: string
  configFile: string
  /** Starts etcd and Patroni, which starts PostgreSQL; also after `kill`. */
  start(): void
  /** Loses power: the network is gone first, so that no connection is reset. The disk is kept. */
  kill(): void
  /** SIGSTOP of every process; the kernel, and with it TCP, goes on. */
  freeze(): void
  thaw(): void
  unplug(): void
  plug(): void
  /** The last lines of the log of Patroni and PostgreSQL. */
  lastLines(): string[]
}

const LAST_LINES = 60
/** Matches log lines that a beat causes at a machine that does not commit it. */
const OF_BEATS = /is starting up|read-only transaction|pulse\.beats|pg_walfile_name/

export function makeMachine(
  name: string,
  parent: string,
  {
    network,
    user,
    settings,
  }: { network: Network; user: UnprivilegedUser; settings: ClusterSettings },
): Machine {
  const directory = join(parent, name)
  const configFile = join(directory, 'patroni.yml')
  const namespace = network.namespace(name)
  const { key, cert } = selfSignedCertificate(name)
  mkdirSync(directory, { mode: 0o700 })
  writeFileSync(configFile, patroniConfig(name, directory, settings))
  writeFileSync(join(directory, 'server.crt'), cert)
  writeFileSync(join(directory, 'server.key'), key, { mode: 0o600 })
  changeOwner(user, directory)
  network.add(name)

  function run(program: string, args: readonly string[], env: Record<string, string>): void {
    const as = ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups']
    const inside = ['netns', 'exec', namespace, 'setpriv', ...as, '--', program, ...args]
    const child = spawn('ip', inside, {
      cwd: directory,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: directory, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(join(directory, `${program}.log`), { flags: 'a' })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    child.unref()
  }

  function all(name: NodeJS.Signals): void {
    for (const pid of processesOf(namespace)) signal(pid, name)
  }

  return {
    name,
    address: addressOf(settings.prefix, name),
    configFile,
    start() {
      network.link(name, true)
      run('etcd', [], etcdEnvironment(name, directory, settings))
      run('patroni', [configFile], {})
    },
    kill() {
      network.link(name, false)
      killAll(namespace)
    },
    freeze() {
      // Twice: a process may have started another one just before it was stopped.
      all('SIGSTOP')
      all('SIGSTOP')
    },
    thaw: () => all('SIGCONT'),
    unplug: () => network.link(name, false),
    plug: () => network.link(name, true),
    lastLines: () =>
      readFileSync(join(directory, 'patroni.log'), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !OF_BEATS.test(line))
        .slice(-LAST_LINES),
  }
}
