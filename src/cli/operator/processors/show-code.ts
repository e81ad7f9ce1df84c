import { renderUnicodeCompact } from 'uqr'
import { time } from '#client/tools/command-line/output.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'

/** White on black, whatever the terminal's colors are: apps cannot scan an inverted code. */
const COLORS = '\u001B[97;40m'
const END_OF_COLORS = '\u001B[0m'

/** Shows a Pix code on standard error, as an image of characters and as text. */
export function showCode({ stderr }: Terminal, code: string, until: Date): void {
  const lines = renderUnicodeCompact(code, { border: 2 })
    .split('\n')
    .map((line) => (stderr.isTTY === true ? COLORS + line + END_OF_COLORS : line))
  stderr.write(
    [
      ...lines,
      '',
      'Pay this code in a bank’s app (Pix copia e cola):',
      code,
      `until ${time(until)}`,
      '',
    ].join('\n'),
  )
}
