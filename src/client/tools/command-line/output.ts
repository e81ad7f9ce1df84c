/** Standard output is what a command answers; what it says about that goes to standard error. */

/** Tells the person at the keyboard something that no script reads. */
export function say(message: string): void {
  process.stderr.write(`${message}\n`)
}

/** Answers with lines of text. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Answers with one JSON document. */
export function printJson(document: unknown): void {
  print(JSON.stringify(document, null, 2))
}

/** Answers with a secret on a line of its own, so that `KEY=$(…)` takes the secret and nothing else. */
export function printSecret(secret: string, notice: string): void {
  say(notice)
  print(secret)
}

/** A time as people read it: UTC, to the second. */
export function time(at: Date | null): string {
  return at === null
    ? '-'
    : at
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, 'Z')
}
