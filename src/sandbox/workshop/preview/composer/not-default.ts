/** Seconds as a change to the session; `undefined` for the default. */
export function notDefault(name: 'expiresInSeconds', text: string, byDefault: number) {
  const seconds = Number(text)
  return seconds === byDefault ? undefined : { [name]: seconds }
}
