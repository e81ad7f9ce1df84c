/** A language's own name, with its tag. */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(
    tag,
  )
  return name === undefined || name === tag ? tag : `${name} (${tag})`
}
