/** What needs no quotes in any shell. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** A word as a POSIX shell reads it back. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** `npx checkout keys revoke key_…`; an option without a value is left out, one with several is repeated. */
export function commandLine(
  verb: string,
  subjects: readonly string[],
  options: Readonly<Record<string, string | readonly string[] | null>> = {},
): string {
  const words = Object.entries(options).flatMap(([name, value]) =>
    (value === null ? [] : [value].flat()).map((one) => `--${name} ${shellWord(one)}`),
  )
  return ['npx checkout', verb, ...subjects.map(shellWord), ...words].join(' ')
}
