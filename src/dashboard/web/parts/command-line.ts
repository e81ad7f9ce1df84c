/** A word that needs no quotes in any shell. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** A text as one word of a POSIX shell, quoted where it needs quotes. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A command such as `npx --no checkout keys revoke key_…`. An option whose value is null is left out; a list repeats its option. */
export function commandLine(
  verb: string,
  subjects: readonly string[],
  options: Readonly<Record<string, string | readonly string[] | null>> = {},
): string {
  const words = Object.entries(options).flatMap(([name, value]) =>
    (value === null ? [] : [value].flat()).map((one) => `--${name} ${shellWord(one)}`),
  )
  return ['npx --no checkout', verb, ...subjects.map(shellWord), ...words].join(' ')
}
