import type { ProcessorReferences } from '#domain/settle.ts'
import type { TranslateDashboard } from '#words/dashboard-page-words.ts'

const WORDS = {
  processorReference: 'reference.processorReference',
  authorizationCode: 'reference.authorizationCode',
  endToEndId: 'reference.endToEndId',
  txid: 'reference.txid',
  boletoNumber: 'reference.boletoNumber',
} as const satisfies Readonly<Record<keyof ProcessorReferences, string>>

const isKnown = (name: string): name is keyof typeof WORDS => Object.hasOwn(WORDS, name)

/** The label of a payment's reference. A reference that this page does not know is labelled with its name in the API. */
export function labelOfReference(t: TranslateDashboard, name: string): string {
  return isKnown(name) ? t(WORDS[name]) : t('timeline.reference', { name })
}
