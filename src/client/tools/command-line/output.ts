import { withStyle } from './style.ts'
import type { Terminal } from './terminal.ts'

/** Results go to standard output, everything else to standard error. */

/** Prints a message for people to standard error. */
export function printNotice({ env, stderr }: Terminal, message: string): void {
  stderr.write(`${withStyle(message, stderr, env)}\n`)
}

export function print({ env, stdout }: Terminal, text: string): void {
  stdout.write(`${withStyle(text, stdout, env)}\n`)
}

export function printJson(terminal: Terminal, document: unknown): void {
  // guard: terminal-escapes
  print(terminal, JSON.stringify(document, null, 2).replaceAll(UNSAFE, escaped))
}

/** Characters that JSON does not escape and a terminal obeys: C1 controls, bidirectional overrides. */
const UNSAFE = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Prints the secret alone to standard output, so that `KEY=$(…)` captures nothing else. */
export function printSecret(terminal: Terminal, secret: string, notice: string): void {
  printNotice(terminal, notice)
  print(terminal, secret)
}

/** `2026-12-01 12:00:00Z`: UTC, to the second. */
export function time(at: Date | null): string {
  return at === null
    ? '-'
    : at
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, 'Z')
}
