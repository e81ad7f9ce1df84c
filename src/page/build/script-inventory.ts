import { sha384 } from './hash.ts'

/** A script that may run on the payment page, and why it is there (PCI DSS 4.0.1, requirement 6.4.3). */
export interface InventoryEntry {
  path: string
  bytes: number
  sha384: string
  purpose: string
}

/** A script as the bundler describes it. */
export interface BundledScript {
  fileName: string
  name: string
  code: string
  moduleIds: readonly string[]
}

/** Purposes by script name. A chunk with third-party code must be listed, or the build fails. */
const PURPOSES: Readonly<Record<string, string>> = {
  'entry-client':
    'Takes a press of the payment form: validation, calls to the checkout. It never sees a card.',
  'start-page': 'Renders the page and its form, and follows the session. It never sees a card.',
  'parse-answer': 'Checks answers of the checkout before they are shown.',
  'later-screens':
    'The screens that follow: Pix, boleto, the confirmation by the bank, the receipt, the ends.',
}
const PURPOSE_OF_SHARED = 'Parts of the page that several of its screens show.'

export function inventoryOf(
  scripts: readonly BundledScript[],
  integrity: Readonly<Record<string, string>>,
  ownPurposes: Readonly<Record<string, string>> = {},
): InventoryEntry[] {
  const purposes = { ...PURPOSES, ...ownPurposes }
  return scripts.map((script) => {
    const path = `/${script.fileName}`
    const sha384 = integrity[path]
    if (sha384 === undefined) throw new Error(`${path} has no integrity`)
    const purpose = purposes[script.name] ?? purposeOfShared(script)
    return { path, bytes: Buffer.byteLength(script.code), sha384, purpose }
  })
}

/** Inline scripts of the page and of the card frame. */
const INLINE = {
  early: {
    path: 'inline',
    purpose:
      'Keeps a press that comes before the page is alive, and any form from being sent natively; requests the card frame.',
  },
  head: {
    path: "inline in the card's frame, head",
    purpose:
      "Sets the merchant's colour and radius before the first paint, and gives the page a port.",
  },
  frame: {
    path: "inline in the card's frame, body",
    purpose: 'Formats, checks and encrypts the card, and gives the page the ciphertext alone.',
  },
  sealing: {
    path: "inline in the card's frame, body, where the processor's key says how a card is sealed",
    purpose: 'The same, in the way of that processor.',
  },
} as const

/** Inventory entries of the inline scripts. */
export function inlineEntries(scripts: Readonly<Record<keyof typeof INLINE, string>>) {
  return (Object.keys(INLINE) as (keyof typeof INLINE)[]).map((name): InventoryEntry => {
    const bytes = Buffer.from(scripts[name])
    return { ...INLINE[name], bytes: bytes.byteLength, sha384: sha384(bytes) }
  })
}

function purposeOfShared({ fileName, name, moduleIds }: BundledScript): string {
  const isOurs = moduleIds.every((id) => /\/src\/(page\/web|page\/receipt|words|domain)\//.test(id))
  if (isOurs) return PURPOSE_OF_SHARED
  throw new Error(`${fileName} (${name}) has no purpose in src/page/build/script-inventory.ts`)
}
