import { existsSync } from 'node:fs'
import type { JoinedSandbox } from '#sandbox/compose.ts'
import type { SANDBOX } from '#sandbox/for-command-line.ts'

export type Sandbox = typeof SANDBOX
export type { JoinedSandbox }

const ENTRY = new URL('../sandbox/for-command-line.ts', import.meta.url)

/** Loads the sandbox on demand; undefined in a copy of the project without its folder. */
export async function loadSandbox(): Promise<Sandbox | undefined> {
  if (!existsSync(ENTRY)) return undefined
  return (await import('#sandbox/for-command-line.ts')).SANDBOX
}
