import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

const RETRY_MS = 100

/**
 * Writes lines without blocking to a descriptor that may be full, closed or stalled. Unwritten lines are buffered and
 * retried; beyond `waitingMax` characters new lines are dropped.
 */
export function openPatientOutput(descriptor: number, waitingMax: number): DestinationStream {
  let waiting: Buffer = Buffer.alloc(0)
  let lines: string[] = []
  let length = 0
  let isWriting = false

  function writeOn(): void {
    if (waiting.length === 0) {
      waiting = Buffer.from(lines.join(''))
      lines = []
      length = 0
    }
    if (isWriting || waiting.length === 0) return
    isWriting = true
    write(descriptor, waiting, (error, written) => {
      isWriting = false
      if (error === null) {
        waiting = waiting.subarray(written)
        writeOn()
        // unref: must not keep the process alive. The next line retries, too.
      } else setTimeout(writeOn, RETRY_MS).unref()
    })
  }

  process.once('exit', () => {
    // A write still in flight has stalled.
    if (isWriting) return
    try {
      writeSync(descriptor, Buffer.concat([waiting, Buffer.from(lines.join(''))]))
    } catch {
      // Nothing is left to report to.
    }
  })

  return {
    write(line) {
      if (length + line.length > waitingMax) return
      lines.push(line)
      length += line.length
      if (!isWriting) writeOn()
    },
  }
}
