const LENGTH_MAX = 22
/** The characters of `shopperStatement` in CheckoutService-v72. */
const ALLOWED = /^[A-Za-z0-9 .,'_?+*/-]+$/
const NOT_ALLOWED = /[^A-Za-z0-9 .,'_?+*/-]/g

export function isStatement(text: string): boolean {
  return text.length <= LENGTH_MAX && ALLOWED.test(text) && text.trim() !== ''
}

/** A merchant's name as a statement can show it; undefined where nothing of it can be shown. */
export function statementOf(name: string): string | undefined {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(NOT_ALLOWED, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, LENGTH_MAX)
    .trim()
  return plain === '' ? undefined : plain
}
