import { pino, type DestinationStream, type Logger } from 'pino'
import { openPatientOutput } from './patient-output.ts'
import { redactCardNumbers, redactLine } from './redact-secrets.ts'
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

const LINE_BYTES_MAX = 4096
/** Lengths to which strings are truncated, in turn, until the line fits. */
const STRING_LENGTHS = [1000, 300, 100, 30]

/** Characters that JSON does not escape: terminal controls, Unicode line ends, bidirectional controls. */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A log line that is safe in any viewer: one line, without terminal escapes, of at most 4 KiB. */
export function boundLine(line: string): string {
  const safe = line.replaceAll(UNSAFE, escaped)
  if (Buffer.byteLength(safe) <= LINE_BYTES_MAX) return safe
  const fields = JSON.parse(line) as Record<string, unknown>
  for (const length of STRING_LENGTHS) {
    const cut = `${JSON.stringify({ ...fields, cut: true }, cutTo(length))}\n`.replaceAll(
      UNSAFE,
      escaped,
    )
    if (Buffer.byteLength(cut) <= LINE_BYTES_MAX) return cut
  }
  // The line has many strings, none of them long.
  const { level, time, msg } = fields
  return `${JSON.stringify({ level, time, msg, cut: true }, cutTo(100))}\n`.replaceAll(
    UNSAFE,
    escaped,
  )
}

function cutTo(length: number) {
  return (_key: string, value: unknown) =>
    typeof value === 'string' && value.length > length ? `${value.slice(0, length)}…` : value
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
