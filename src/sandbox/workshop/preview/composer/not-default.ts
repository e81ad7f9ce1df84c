/** A number of seconds as a field of the session; nothing where it says what is meant without it. */
export function notDefault(name: 'expiresInSeconds', text: string, byDefault: number) {
  const seconds = Number(text)
  return seconds === byDefault ? undefined : { [name]: seconds }
}
