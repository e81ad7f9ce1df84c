import { createProgress, type Progress } from './progress.ts'

/** Output before the verdict; silent with `--json`. */
export interface Output {
  /** Logs progress at intervals. */
  progress: (total: number, what: string, minutes?: number) => Progress
  /** To stdout. */
  print: (text: string) => void
  /** One line to stderr. */
  note: (line: string) => void
}

export function createOutput({ silent }: { silent: boolean }): Output {
  return {
    progress: (total, what, minutes) => createProgress(total, { silent, what, minutes }),
    print: (text) => void (silent || process.stdout.write(text)),
    note: (line) => void (silent || process.stderr.write(`${line}\n`)),
  }
}
