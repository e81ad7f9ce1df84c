import type { ProcessorReferences } from '../../../../domain/settle.ts'
import type { SayOnDashboard } from '../../../../words/dashboard-page-words.ts'

const WORDS = {
  processorReference: 'reference.processorReference',
  authorizationCode: 'reference.authorizationCode',
  endToEndId: 'reference.endToEndId',
  txid: 'reference.txid',
  boletoNumber: 'reference.boletoNumber',
} as const satisfies Readonly<Record<keyof ProcessorReferences, string>>

const isKnown = (name: string): name is keyof typeof WORDS => Object.hasOwn(WORDS, name)

/** What people call a reference of a payment. One that this page does not know is called by its name in the API. */
export function labelOfReference(say: SayOnDashboard, name: string): string {
  return isKnown(name) ? say(WORDS[name]) : say('story.reference', { name })
}
