import type { BuildRecord } from './record.ts'

/** A script that may run on the payment page, and why it is there (PCI DSS 4.0.1, requirement 6.4.3). */
export interface InventoryEntry {
  path: string
  bytes: number
  sha384: string
  purpose: string
}

/** By the name of a chunk. A script that nobody can justify stops the build. */
const PURPOSES: Readonly<Record<string, string>> = {
  'entry-client':
    'The payment form: rendering, validation, encryption of the card, calls to the checkout.',
  'parse-answer': 'Checks answers of the checkout before they are shown.',
  pix: 'Shows a Pix code to copy and to scan.',
  boleto: 'Shows a boleto to copy and to print.',
  challenge: 'Leads to the confirmation by the bank.',
  paid: 'Shows the receipt and leads back to the shop.',
  ended: 'Says that the time to pay is over or that the payment was canceled.',
  'copy-button': 'Copies a code; shared by Pix and boleto.',
  facts: 'Lists facts; shared by boleto and receipt.',
}

export function inventoryOf(
  files: readonly { path: string; name: string; code: string }[],
  { scripts }: Pick<BuildRecord, 'scripts'>,
): InventoryEntry[] {
  return files.map(({ path, name, code }) => {
    const purpose = PURPOSES[name]
    const sha384 = scripts[path]
    if (purpose === undefined || sha384 === undefined) {
      throw new Error(`${path} (${name}) has no purpose in src/build/script-inventory.ts`)
    }
    return { path, bytes: Buffer.byteLength(code), sha384, purpose }
  })
}
