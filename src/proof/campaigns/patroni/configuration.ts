import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf } from './network.ts'

const FOLDER = join(import.meta.dirname, '../../../cli/deploy/patroni')
/** The addresses that the files have for db1, db2 and db3. */
const PREFIX = '10.0.0'
const FIRST = `${PREFIX}.11`

export const MACHINES = ['db1', 'db2', 'db3'] as const

/** The values that replace those in the operators' files. */
export interface ClusterSettings {
  /** The first three numbers of the network's addresses. */
  prefix: string
  /** PostgreSQL's programs. */
  binaries: string
  superuserPassword: string
  isSynchronous: boolean
  isStrict: boolean
}

/** The operators' patroni.yml, for one machine of the campaign's. */
export function patroniConfig(
  machine: string,
  directory: string,
  { prefix, binaries, superuserPassword, isSynchronous, isStrict }: ClusterSettings,
): string {
  return fill('patroni.yml', [
    ['name: db1', `name: ${machine}`],
    ...OWN_PORTS.map(
      (port) => [`${FIRST}:${port}`, `${addressOf(PREFIX, machine)}:${port}`] as const,
    ),
    [`${PREFIX}.`, `${prefix}.`],
    ['/var/lib/postgresql/15/checkout', join(directory, 'data')],
    ['/usr/lib/postgresql/15/bin', binaries],
    ['/var/lib/postgresql/checkout.pgpass', join(directory, 'pgpass')],
    ['/var/run/postgresql', directory],
    ['/etc/patroni/server', join(directory, 'server')],
    [`<REST interface's password>`, superuserPassword],
    [`<superuser's password>`, superuserPassword],
    [`<replicator's password>`, superuserPassword],
    [`<rewinder's password>`, superuserPassword],
    ['synchronous_mode: true', `synchronous_mode: ${isSynchronous}`],
    ['synchronous_mode_strict: false', `synchronous_mode_strict: ${isStrict}`],
    ['mode: automatic', `mode: 'off'`],
  ])
}

/** The ports with which patroni.yml names the machine's own address; its etcd addresses are those of all machines. */
const OWN_PORTS = [8008, 5432]

/** The operators' environment of etcd, for one machine. */
export function etcdEnvironment(
  machine: string,
  directory: string,
  { prefix }: ClusterSettings,
): Record<string, string> {
  const text = fill('etcd.env', [
    ['ETCD_NAME=db1', `ETCD_NAME=${machine}`],
    ['/var/lib/etcd/checkout', join(directory, 'etcd')],
    [`URLS=http://${FIRST}:`, `URLS=http://${addressOf(PREFIX, machine)}:`],
    [`${PREFIX}.`, `${prefix}.`],
  ])
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z0-9_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** The operators' haproxy.cfg, at a free port. */
export function haproxyConfig(port: number, { prefix }: Pick<ClusterSettings, 'prefix'>): string {
  return fill('haproxy.cfg', [
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`],
    [`${PREFIX}.`, `${prefix}.`],
  ])
}

/** Throws when the file lacks what would be replaced: the campaign then runs something else than operators do. */
function fill(
  file: string,
  replacements: readonly (readonly [from: string, to: string])[],
): string {
  return replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} lacks ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(join(FOLDER, file), 'utf8'),
  )
}
