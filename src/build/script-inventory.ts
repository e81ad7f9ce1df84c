import { sha384 } from './hash.ts'

/** A script that may run on the payment page, and why it is there (PCI DSS 4.0.1, requirement 6.4.3). */
export interface InventoryEntry {
  path: string
  bytes: number
  sha384: string
  purpose: string
}

/** What the bundler tells of a script. */
export interface BundledScript {
  fileName: string
  name: string
  code: string
  moduleIds: readonly string[]
}

/** By the name of a script. Those that hold code of others are all here: one that is not stops the build. */
const PURPOSES: Readonly<Record<string, string>> = {
  'entry-client':
    'The payment form: rendering, validation, encryption of the card, calls to the checkout.',
  'parse-answer': 'Checks answers of the checkout before they are shown.',
  'later-screens':
    'The screens that follow: Pix, boleto, the confirmation by the bank, the receipt, the ends.',
}
const PURPOSE_OF_SHARED = 'Parts of the page that several of its screens show.'

export function inventoryOf(
  scripts: readonly BundledScript[],
  integrity: Readonly<Record<string, string>>,
): InventoryEntry[] {
  return scripts.map((script) => {
    const path = `/${script.fileName}`
    const sha384 = integrity[path]
    if (sha384 === undefined) throw new Error(`${path} has no integrity`)
    return { path, bytes: Buffer.byteLength(script.code), sha384, purpose: purposeOf(script) }
  })
}

/** The one script that stands in the page itself. */
export function inlineEntry(code: string): InventoryEntry {
  const bytes = Buffer.from(code)
  return {
    path: 'inline',
    bytes: bytes.byteLength,
    sha384: sha384(bytes),
    purpose:
      'Keeps a press that comes before the page is alive, and any form from being sent natively.',
  }
}

function purposeOf({ fileName, name, moduleIds }: BundledScript): string {
  const purpose = PURPOSES[name]
  if (purpose !== undefined) return purpose
  const isOurs = moduleIds.every((id) => /\/src\/(web|domain)\//.test(id))
  if (isOurs) return PURPOSE_OF_SHARED
  throw new Error(`${fileName} (${name}) has no purpose in src/build/script-inventory.ts`)
}
