export type SecretKind =
  | 'api key'
  | 'webhook secret'
  | 'master key'
  | 'derived key'
  | 'password'
  | 'processor secret'
  | 'sign-in link'
  | 'recovery code'
  | 'cookie'
  | 'reference'
  | 'card number'
  | 'security code'
  | 'holder'
  | 'person'
  /** What a browser says of itself: passed on to the processor, and kept nowhere. */
  | 'browser'
  /** What came back from a challenge. */
  | 'returned'
  | 'envelope'
  /** Not a secret: it reaches nearly every sink; a sink without it was not searched. */
  | 'tracer'
  /** Not a secret of the product: planted to test the search. */
  | 'plant'

export interface Secret {
  /** Its name in a report. */
  name: string
  kind: SecretKind
  /** Texts that identify it; each is searched in every encoding. */
  texts: readonly Buffer[]
  /** Further texts, searched without encoding. */
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

/** A card number as people and programs write it: whole, and in groups. */
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

/** Three digits occur everywhere: a code is searched together with the field name before it. */
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
  /** A string is added as UTF-8. A value that is already in the book keeps its name. */
  add(name: string, kind: SecretKind, value: string | Uint8Array): void
  /** The text with every secret replaced by its name in braces. */
  mask(text: string): string
}

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
      // Masking three-digit codes would also mask ports.
      for (const { name, kind, texts } of all)
        if (!NAMELESS.includes(kind))
          for (const secret of texts) masked = masked.replaceAll(secret.toString(), `{${name}}`)
      return masked
    },
  }
}
