import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Programs, and the packages of Debian that have them. */
const TOOLS = [
  ['ip', 'iproute2'],
  ['setpriv', 'util-linux'],
  ['etcd', 'etcd-server'],
  ['patroni', 'patroni'],
  ['patronictl', 'patroni'],
  ['haproxy', 'haproxy'],
] as const
const PACKAGED = '/usr/lib/postgresql'
const MAJOR_MIN = 15

/** The folder with the programs of the newest PostgreSQL that is installed as a package, or undefined. */
export function packagedBinaries(): string | undefined {
  const majors = existsSync(PACKAGED) ? readdirSync(PACKAGED).map(Number) : []
  return majors
    .filter((major) => major >= MAJOR_MIN)
    .toSorted((a, b) => b - a)
    .map((major) => join(PACKAGED, String(major), 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_rewind')))
}

/** Why this machine runs no cluster of three machines; undefined where it does. */
export function whyNoCluster(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root makes network namespaces'
  const missing: string[] = TOOLS.filter(([program]) => !isInstalled(program)).map(
    ([, name]) => name,
  )
  if (packagedBinaries() === undefined) missing.push('postgresql-15')
  if (missing.length > 0)
    return `it lacks programs; on Debian: apt-get install ${[...new Set(missing)].join(' ')}`
  if (spawnSync('unshare', ['--net', 'true'], { stdio: 'ignore' }).status !== 0)
    return 'it allows no network namespaces'
  return undefined
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0
}
