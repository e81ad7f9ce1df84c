import { say } from './output.ts'

const LINES_WITHOUT_A_TERMINAL = 5

/** Tells how far long work is: in one line that changes on a terminal, else in a few lines. */
export function showProgress(of: string): (done: number, total: number) => void {
  let said = 0
  return (done, total) => {
    const text = `${done} of ${total} ${of}`
    if (process.stderr.isTTY) {
      process.stderr.write(`\r${text}${done === total ? '\n' : ''}`)
      return
    }
    const part = Math.floor((done * LINES_WITHOUT_A_TERMINAL) / total)
    if (part > said) say(text)
    said = Math.max(said, part)
  }
}
