import type { Home } from './home.ts'

export interface ProcessOptions {
  cwd: string
  env: Record<string, string>
  uid?: number
  gid?: number
}

/** How PostgreSQL's programs run: as the home's user and blind to the PG* and locale variables around. */
export function processOptions(home: Home): ProcessOptions {
  return {
    cwd: home.directory,
    env: { LC_ALL: 'C' },
    ...(home.user && { uid: home.user.uid, gid: home.user.gid }),
  }
}
