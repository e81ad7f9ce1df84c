import type { DestinationStream } from 'pino'
import { style } from '#client/tools/command-line/style.ts'
import { printNotice } from '#client/tools/command-line/output.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'

/** Bounds what is remembered of the lines that were shown. */
const REMEMBERED_MAX = 1000
const ERROR_LEVEL = 50

interface Logged {
  level: number
  msg?: string
  err?: { message?: string; stack?: string }
}

/** Shows a server's log to a person at a terminal: a readable line for each record, and each only once. */
export function terminalLog(terminal: Terminal): DestinationStream {
  const shown = new Set<string>()
  return {
    write(line: string) {
      const { level, msg = '', err, ...fields } = JSON.parse(line) as Logged
      const isError = level >= ERROR_LEVEL
      const text = [msg, err?.message ?? ''].filter(Boolean).map(harmless).join(': ')
      if (shown.has(text)) return
      if (shown.size >= REMEMBERED_MAX) shown.clear()
      shown.add(text)
      const label = isError
        ? style('red', 'error:')
        : level >= 40
          ? style('yellow', 'warning:')
          : ''
      // A warning says what to do; the place in the code helps where something broke.
      const frames = isError ? (err?.stack?.split('\n').slice(1) ?? []) : []
      const first = [label, text, detailsOf(fields)].filter(Boolean).join(' ')
      printNotice(terminal, [first, ...frames.map(harmless)].join('\n'))
    },
  }
}

function detailsOf(fields: Record<string, unknown>): string {
  const plain = Object.entries(fields).filter(
    ([name, value]) => name !== 'time' && ['string', 'number', 'boolean'].includes(typeof value),
  )
  return plain.length === 0
    ? ''
    : `(${plain.map(([name, value]) => harmless(`${name}: ${String(value)}`)).join(', ')})`
}

/** Characters that a terminal obeys, as escapes. */
function harmless(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
