import { chownSync, lchownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { UnprivilegedUser } from '#server/database/embedded/unprivileged-user.ts'

/** Changes the owner of a folder and its content to the user that runs PostgreSQL. */
export function changeOwner(user: UnprivilegedUser | undefined, directory: string): void {
  if (user === undefined) return
  chownSync(directory, user.uid, user.gid)
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(directory, name), user.uid, user.gid)
}
