import { renderUnicodeCompact } from 'uqr'
import { printNotice, time } from '#client/tools/command-line/output.ts'

/** White on black, whatever the terminal's colors are: apps cannot scan an inverted code. */
const COLORS = '\u001B[97;40m'
const END_OF_COLORS = '\u001B[0m'

/** Shows a Pix code on standard error, as an image of characters and as text. */
export function showCode(code: string, until: Date): void {
  const isTerminal = process.stderr.isTTY
  const lines = renderUnicodeCompact(code, { border: 2 })
    .split('\n')
    .map((line) => (isTerminal ? COLORS + line + END_OF_COLORS : line))
  printNotice(
    [
      ...lines,
      '',
      'Pay this code in a bank’s app (Pix copia e cola):',
      code,
      `until ${time(until)}`,
    ].join('\n'),
  )
}
