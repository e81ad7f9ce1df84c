import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** PostgreSQL refuses to run as root, so root runs it as this user. */
export interface UnprivilegedUser {
  name: string
  uid: number
  gid: number
}

const CANDIDATES = ['postgres', 'nobody']

/** The owner of `existing`, else a system user; undefined when this process is not root. */
export function unprivilegedUser(existing?: string): UnprivilegedUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = existing === undefined ? undefined : statSync(existing)
  if (owner !== undefined && owner.uid !== 0) {
    return { name: `#${owner.uid}`, uid: owner.uid, gid: owner.gid }
  }
  for (const name of CANDIDATES) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined) return { name, uid, gid }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and this system has none of the users ${CANDIDATES.join(', ')}. ` +
      'Run as another user, or set DATABASE_URL.',
  )
}

function idOf(kind: '-u' | '-g', name: string): number | undefined {
  try {
    return Number(execFileSync('id', [kind, name], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return undefined
  }
}

/** Tests access in the kernel instead of computing modes: ACLs and mount options count, too. */
export function canEnter(directory: string, user: UnprivilegedUser): boolean {
  const { uid, gid } = user
  const command = ['-c', 'test -x "$0"', directory]
  return spawnSync('/bin/sh', command, { cwd: '/', uid, gid, stdio: 'ignore' }).status === 0
}
