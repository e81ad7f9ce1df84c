/** What must not be found where it does not belong. */
export type SecretKind =
  | 'api key'
  | 'webhook secret'
  | 'master key'
  | 'derived key'
  | 'password'
  | 'processor secret'
  | 'sign-in link'
  | 'cookie'
  | 'reference'
  | 'card number'
  | 'security code'
  | 'holder'
  /** No secret: it leads nearly everywhere, and what does not have it was not searched. */
  | 'tracer'
  /** No secret of the product: it is planted to try the search. */
  | 'plant'

export interface Secret {
  /** What a report calls it. */
  name: string
  kind: SecretKind
  /** The texts by which it is known; each may be written in any encoding. */
  texts: readonly Buffer[]
  /** More of them, which stand as they are. */
  plainTexts: readonly Buffer[]
}

const SEPARATORS = [' ', '-'] as const
const RARE_SEPARATORS = [
  '.',
  '+',
  '%20',
  '&nbsp;',
  '\u00a0',
  '\u202f',
  '\\u00a0',
  '_',
  '  ',
] as const
const GROUPS: Readonly<Record<number, readonly (readonly number[])[]>> = {
  14: [[4, 6, 4]],
  15: [[4, 6, 5]],
  16: [
    [4, 4, 4, 4],
    [8, 8],
  ],
}

/** A number as people and programs write it: whole, and in groups. */
function cardTexts(digits: string) {
  const layouts = [...(GROUPS[digits.length] ?? []), Array.from(digits, () => 1)]
  const apart = (separators: readonly string[]) =>
    separators.flatMap((separator) =>
      layouts.map((layout) => Buffer.from(grouped(digits, layout).join(separator))),
    )
  return {
    texts: [Buffer.from(digits), ...apart(SEPARATORS)],
    plainTexts: apart(RARE_SEPARATORS),
  }
}

function grouped(digits: string, layout: readonly number[]): string[] {
  let at = 0
  return layout.map((length) => digits.slice(at, (at += length)))
}

const NAMELESS: readonly SecretKind[] = ['security code', 'tracer']

const CODE_NAMES = [
  'securityCode',
  'security_code',
  'security-code',
  'card-code',
  'cardCode',
  'card_code',
  'cvv',
  'cvv2',
  'cvc',
  'CVV',
  'CVC',
] as const
const CODE_JOINTS = [
  '=',
  ':',
  ': ',
  '":"',
  '": "',
  '":',
  '\\":\\"',
  "='",
  ": '",
  '="',
  '\n',
] as const

/** Three digits are everywhere: a code is known by the name that stands before it. */
function codeTexts(code: string) {
  return {
    texts: [`"securityCode":"${code}"`, `securityCode=${code}`, `"card-code":"${code}"`].map(
      (text) => Buffer.from(text),
    ),
    plainTexts: CODE_NAMES.flatMap((name) =>
      CODE_JOINTS.map((joint) => Buffer.from(name + joint + code)),
    ),
  }
}

export interface SecretBook {
  all: readonly Secret[]
  /** Bytes count as they are, a text in UTF-8; what is known already keeps its name. */
  add(name: string, kind: SecretKind, value: string | Uint8Array): void
  /** The text with names in braces where it had secrets. */
  mask(text: string): string
}

/** All secrets of a run. */
export function createSecretBook(): SecretBook {
  const all: Secret[] = []
  const names = new Map<string, string>()
  return {
    all,
    add(name, kind, value) {
      const bytes = Buffer.from(value)
      const key = bytes.toString('latin1')
      if (names.has(key)) return
      names.set(key, name)
      const text = bytes.toString()
      const texts =
        kind === 'card number'
          ? cardTexts(text)
          : kind === 'security code'
            ? codeTexts(text)
            : { texts: [bytes], plainTexts: [] }
      all.push({ name, kind, ...texts })
    },
    mask(text) {
      let masked = text
      // Codes of three digits would mask ports.
      for (const { name, kind, texts } of all)
        if (!NAMELESS.includes(kind))
          for (const secret of texts) masked = masked.replaceAll(secret.toString(), `{${name}}`)
      return masked
    },
  }
}
