import type { SealAnswer, SealFor } from '../card/card-link.ts'
import { readDraft } from './controls.ts'
import type { Draft } from './draft.ts'
import { installmentsOf } from './installments-of.ts'

/**
 * Encrypts the card of a submitted form. Returns the draft, too: the shopper may change method or installments
 * meanwhile, and the card is encrypted again for other installments.
 */
export async function sealForm(
  form: HTMLFormElement,
  submitted: Draft,
  idempotencyKey: string,
  seal: (sealFor: SealFor) => Promise<SealAnswer>,
): Promise<{ typed: Draft; answer: SealAnswer }> {
  let typed = submitted
  let answer: SealAnswer
  let installments: number
  do {
    installments = installmentsOf(typed.values)
    answer = await seal({ installments, idempotencyKey })
    typed = readDraft(form, typed)
  } while (answer?.type === 'sealed' && installmentsOf(typed.values) !== installments)
  return { typed, answer }
}
