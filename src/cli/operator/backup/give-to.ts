import { chownSync, lchownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { UnprivilegedUser } from '../../../server/database/embedded/unprivileged-user.ts'

/** Makes a folder, and all that is in it, that of the user who runs PostgreSQL. */
export function giveTo(user: UnprivilegedUser | undefined, directory: string): void {
  if (user === undefined) return
  chownSync(directory, user.uid, user.gid)
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(directory, name), user.uid, user.gid)
}
