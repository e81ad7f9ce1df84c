import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'

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
    const { status, stdout } = spawnSync('sh', ['-c', 'id -u "$0" && id -g "$0"', name])
    const [uid, gid] = String(stdout).split('\n').map(Number)
    if (status === 0 && uid !== undefined && gid !== undefined) return { name, uid, gid }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and this system has none of the users ${CANDIDATES.join(', ')}. ` +
      'Run as another user, or set DATABASE_URL.',
  )
}

/** Tests access in the kernel instead of computing modes: ACLs and mount options count, too. */
export function canEnter(directory: string, user: UnprivilegedUser): boolean {
  const { uid, gid } = user
  const command = ['-c', 'test -x "$0"', directory]
  return spawnSync('/bin/sh', command, { cwd: '/', uid, gid, stdio: 'ignore' }).status === 0
}

/** Readable by the user that runs PostgreSQL, unlike root's own folders. */
export const SHARED_STATE_DIRECTORY = '/var/lib/hosted-checkout'

/** Makes something in the shared folder under umask 022: root's own umask may hide it from other users. */
export function makeShared(make: () => void): void {
  const umask = process.umask(0o022)
  try {
    mkdirSync(SHARED_STATE_DIRECTORY, { recursive: true })
    make()
  } finally {
    process.umask(umask)
  }
}
