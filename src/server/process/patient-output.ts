import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

const RETRY_MS = 100

/**
 * Writes lines to a descriptor that may be full, closed or stuck, and never holds anybody up: what cannot be written
 * waits, and beyond `waitingMax` characters new lines are lost.
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
        // Nobody stays for it: the next line tries again, too.
      } else setTimeout(writeOn, RETRY_MS).unref()
    })
  }

  process.once('exit', () => {
    // A write that is still under way is stuck.
    if (isWriting) return
    try {
      writeSync(descriptor, Buffer.concat([waiting, Buffer.from(lines.join(''))]))
    } catch {
      // There is nobody left to be told.
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
