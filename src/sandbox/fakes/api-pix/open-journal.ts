import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Journal } from './tables.ts'

/** The journal in a file, which the first line creates. */
export function openJournal(path: string): Journal {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  // After a line that a crash cut off, the next one needs its own.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n')
  return {
    lines: text.split('\n').filter((line) => line !== ''),
    append: (line) => appendFileSync(path, `${line}\n`),
  }
}
