import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const TAIL_BYTES = 4_096
const TAIL_LINES = 12

/** The last 12 lines of a log file. */
export function logTail(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES))
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length)
    return buffer.toString('utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
  } finally {
    closeSync(descriptor)
  }
}
