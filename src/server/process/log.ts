import { pino, type DestinationStream, type Logger } from 'pino'
import { boundLine } from './log-line.ts'
import { openPatientOutput } from './patient-output.ts'
import { redactCardNumbers } from './redact-card-numbers.ts'
import { redactLine } from './redact-secrets.ts'
import { serializeError, serializeErrorsIn } from './serialize-error.ts'

/** Paths of log objects that may hold a secret. */
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

/** Buffer for a full disk or a stalled reader, in characters. */
const WAITING_MAX = 4 * 1024 * 1024

/** Logs one JSON line per record to standard error; standard output is for results. */
export function createLog(
  level: string,
  destination: DestinationStream = openPatientOutput(2, WAITING_MAX),
  /** Fields of each record, such as the trace that it belongs to. */
  fields?: () => Record<string, string>,
): Logger {
  return pino(
    {
      level,
      ...(fields && { mixin: fields }),
      base: null,
      // guard: redacted-headers
      redact: REDACTED,
      timestamp: pino.stdTimeFunctions.isoTime,
      // guard: serialized-errors
      serializers: { err: serializeError },
      formatters: { log: withSerializedErrors },
      hooks: { streamWrite: (line) => redactCardNumbers(redactLine(line)) },
    },
    {
      write(line: string) {
        destination.write(boundLine(line))
      },
    },
  )
}

/** `err` is left to its own serializer, which also takes thrown values that are not errors. */
function withSerializedErrors(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      name === 'err' ? value : serializeErrorsIn(value),
    ]),
  )
}
