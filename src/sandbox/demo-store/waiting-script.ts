import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, 'assets/waiting.js')

/** The store's only script, and its hash for the Content-Security-Policy. */
export const WAITING_SCRIPT = {
  path: '/assets/waiting.js',
  integrity: `sha384-${createHash('sha384').update(readFileSync(FILE)).digest('base64')}`,
} as const
