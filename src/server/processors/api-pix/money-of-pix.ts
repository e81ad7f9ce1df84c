import type { ReversalKind } from '#contract/reversal-kinds.ts'
import { refundIdOf } from './ids.ts'
import type { Pix, PixReturn } from './messages.ts'

/** The status of a return whose money has gone back. */
export const RETURNED = 'DEVOLVIDO'
/** The status of a return whose money will not go back. */
export const NOT_RETURNED = 'NAO_REALIZADO'

/** Each Pix once: a bank may list one twice. */
export function eachOnce(pix: readonly Pix[]): Pix[] {
  return [...new Map(pix.map((one) => [one.endToEndId, one])).values()]
}

/** What was received, in centavos. */
export function receivedMinor(pix: readonly Pix[]): number {
  return sum(pix)
}

/**
 * Returns for which the checkout did not ask: by the bank (special return mechanism, MED), or by the receiver in the bank's
 * own app. The id decides, since `natureza` is optional and may have new values.
 */
export function takenBack(pix: readonly Pix[]): PixReturn[] {
  return pix
    .flatMap(({ devolucoes }) => devolucoes)
    .filter(({ id, status }) => status === RETURNED && refundIdOf(id) === undefined)
}

export function takenBackMinor(pix: readonly Pix[]): number {
  return sum(takenBack(pix))
}

/** Why money went back last without being asked for; undefined where the bank names no kind that is known. */
export function takenBackAs(pix: readonly Pix[]): ReversalKind | undefined {
  const natureza = takenBack(pix).at(-1)?.natureza
  if (natureza?.startsWith('MED') === true) return 'network'
  return natureza === 'ORIGINAL' || natureza === 'RETIRADA' ? 'refund_elsewhere' : undefined
}

/** The amount of a Pix that may still be returned: the standard limits the sum of its returns to its amount. */
export function returnableMinor({ valor, devolucoes }: Pix): number {
  return valor - sum(devolucoes.filter(({ status }) => status !== NOT_RETURNED))
}

function sum(amounts: readonly { valor: number }[]): number {
  return amounts.reduce((total, { valor }) => total + valor, 0)
}
