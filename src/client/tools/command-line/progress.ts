import { printNotice } from './output.ts'
import type { Terminal } from './terminal.ts'

const LINES_WITHOUT_A_TERMINAL = 5

/** Shows progress: one line that changes on a terminal, else five lines. */
export function showProgress(
  terminal: Terminal,
  of: string,
): (done: number, total: number) => void {
  let shown = 0
  return (done, total) => {
    const text = `${done} of ${total} ${of}`
    if (terminal.stderr.isTTY === true) {
      terminal.stderr.write(`\r${text}${done === total ? '\n' : ''}`)
      return
    }
    const part = Math.floor((done * LINES_WITHOUT_A_TERMINAL) / total)
    if (part > shown) printNotice(terminal, text)
    shown = Math.max(shown, part)
  }
}
