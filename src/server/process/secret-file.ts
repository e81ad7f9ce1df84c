import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeMarkedDirectory } from '../database/embedded/home.ts'

const ONLY_OWNER = 0o600
const PRIVATE = 0o700

/** Content of a secret file, or undefined without one. */
export function readSecretFile(directory: string, name: string): string | undefined {
  try {
    return readFileSync(join(directory, name), 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Writes a file atomically, readable only by its owner. */
export function writeSecretFile(directory: string, name: string, text: string): void {
  makeMarkedDirectory(directory, PRIVATE)
  const path = join(directory, name)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text, { mode: ONLY_OWNER })
  renameSync(draft, path)
}

/** A secret generated once per machine. Of two concurrent processes one writes it, and both use it. */
export function secretMadeOnce(directory: string, name: string, make: () => string): string {
  const known = readSecretFile(directory, name)
  if (known !== undefined) return known
  makeMarkedDirectory(directory, PRIVATE)
  const made = make()
  try {
    writeFileSync(join(directory, name), made, { mode: ONLY_OWNER, flag: 'wx' })
    return made
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    return readSecretFile(directory, name) ?? made
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
