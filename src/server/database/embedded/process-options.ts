import type { Home } from './home.ts'

export interface ProcessOptions {
  cwd: string
  env: Record<string, string>
  uid?: number
  gid?: number
}

/** Options for PostgreSQL's programs: run as the home's user, without inherited PG* and locale variables. */
export function processOptions(home: Home): ProcessOptions {
  return {
    cwd: home.directory,
    env: { LC_ALL: 'C' },
    ...(home.user && { uid: home.user.uid, gid: home.user.gid }),
  }
}
