import { pino, type DestinationStream, type Logger } from 'pino'
import { boundLine } from './log-line.ts'
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

/** One JSON line per happening on standard error; standard output belongs to what a command answers. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
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
