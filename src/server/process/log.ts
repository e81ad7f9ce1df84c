import { pino, type DestinationStream, type Logger } from 'pino'
import { boundLine } from './log-line.ts'
import { openPatientOutput } from './patient-output.ts'
import { redactCardNumbers } from './redact-card-numbers.ts'

/** Paths of log objects that could hold a secret: never written, whoever logs what. */
const REDACTED = [
  'apiKey',
  'secret',
  'password',
  'masterKey',
  '*.apiKey',
  '*.secret',
  '*.password',
  'headers["x-api-key"]',
  'headers.authorization',
  'headers.cookie',
  '*.headers["x-api-key"]',
  '*.headers.authorization',
  '*.headers.cookie',
  'card',
  '*.card.encrypted',
]

/** What waits for a full disk, or for a reader that stands still. */
const WAITING_MAX = 4 * 1024 * 1024

/** One JSON line per happening on standard error; standard output belongs to what a command answers. */
export function createLog(
  level: string,
  destination: DestinationStream = openPatientOutput(2, WAITING_MAX),
): Logger {
  return pino(
    {
      level,
      base: null,
      redact: REDACTED,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: redactCardNumbers },
    },
    {
      write(line: string) {
        destination.write(boundLine(line))
      },
    },
  )
}
