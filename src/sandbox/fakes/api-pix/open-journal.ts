import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Journal } from './tables.ts'

/** Opens the journal in a file. The first line that is appended creates the file. */
export function openJournal(path: string): Journal {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  // If a crash cut off the last line, the next one must start on a new line.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n')
  return {
    lines: text.split('\n').filter((line) => line !== ''),
    append: (line) => appendFileSync(path, `${line}\n`),
  }
}
