/** The first letter or digit of a name in upper case, as a placeholder of its picture. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toLocaleUpperCase()
}
