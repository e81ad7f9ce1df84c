import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { CommandFailure, EXIT } from './command-line/exit.ts'
import type { Terminal, Variables } from './command-line/terminal.ts'

const OPTION = '--env-file'
const DEFAULT = '.env'

/** Gives the terminal the variables of `--env-file`, or of `.env` where there is one. What is set already stays. */
export function addEnvFile(words: readonly string[], terminal: Terminal): void {
  const path = namedIn(words)
  if (path === undefined && !existsSync(DEFAULT)) return
  terminal.env = { ...readEnvFile(path ?? DEFAULT), ...terminal.env }
}

function namedIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === OPTION || word.startsWith(`${OPTION}=`))
  return words[at] === OPTION ? words[at + 1] : words[at]?.slice(OPTION.length + 1)
}

function readEnvFile(path: string): Variables {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(`${path} cannot be read: ${reason}`, EXIT.usage)
  }
}
