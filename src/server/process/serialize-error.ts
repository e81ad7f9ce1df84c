import { types } from 'node:util'
import { redactForeignText } from './redact-secrets.ts'

/** An error as the log has it. */
export interface LoggedError {
  type: string
  message: string
  code?: string | number
  constraint?: string
  stack?: string
  cause?: unknown
}

const CAUSES_MAX = 4
/** pino prints objects to this depth. */
const DEPTH_MAX = 5
const WORD = /^[\w$.-]{1,64}$/
/** PostgreSQL's class of data exceptions: their messages quote the value. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/

/**
 * An error by an allow-list: type, message, code, constraint, stack and cause. Errors of drivers and HTTP clients also
 * carry requests, headers and rows.
 */
export function serializeError(error: unknown, depth = 0): unknown {
  if (typeof error === 'string') return redactForeignText(error)
  if (typeof error !== 'object' || error === null) return String(error)
  const code = read(error, 'code')
  const constraint = read(error, 'constraint')
  const cause = read(error, 'cause')
  const type = read(read(error, 'constructor'), 'name')
  const logged: LoggedError = { type: isWord(type) ? type : 'Error', message: messageOf(error) }
  if (isWord(code) || typeof code === 'number') logged.code = code
  if (isWord(constraint)) logged.constraint = constraint
  const frames = framesOf(error)
  if (frames.length > 0) logged.stack = [`${logged.type}: ${logged.message}`, ...frames].join('\n')
  if (cause !== undefined && depth < CAUSES_MAX) logged.cause = serializeError(cause, depth + 1)
  return logged
}

/** An error as one word: its code, or else its type. */
export function errorType(error: unknown): string {
  const code = read(error, 'code')
  if (isWord(code)) return code
  if (typeof code === 'number') return String(code)
  const type = read(read(error, 'constructor'), 'name')
  return isWord(type) ? type : 'Error'
}

/** Serializes errors wherever they are in a log record. */
export function serializeErrorsIn(value: unknown, depth = 0): unknown {
  if (isError(value)) return serializeError(value)
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value
  if (Array.isArray(value)) return value.map((item) => serializeErrorsIn(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, serializeErrorsIn(item, depth + 1)]),
  )
}

function isError(value: unknown): boolean {
  return value instanceof Error || types.isNativeError(value)
}

function messageOf(error: object): string {
  const message = read(error, 'message')
  if (typeof message !== 'string') return ''
  const code = read(error, 'code')
  const quotesValue = typeof code === 'string' && DATA_EXCEPTION.test(code)
  return redactForeignText(quotesValue ? withoutQuoted(message) : message)
}

function withoutQuoted(message: string): string {
  const from = message.indexOf('"')
  const to = message.lastIndexOf('"')
  return from === to ? message : `${message.slice(0, from)}"…"${message.slice(to + 1)}`
}

/** The lines of a stack without the message that it repeats. */
function framesOf(error: object): string[] {
  const stack = read(error, 'stack')
  if (typeof stack !== 'string') return []
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map(redactForeignText)
}

function read(from: unknown, name: string): unknown {
  try {
    return typeof from === 'object' || typeof from === 'function'
      ? Reflect.get(Object(from) as object, name)
      : undefined
  } catch {
    return undefined
  }
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && WORD.test(value)
}
