import type { PreviewAnswer } from '#contract/preview.ts'
import { decodeComposition } from '#domain/composition-code.ts'
import { formatMoney } from '#domain/money.ts'
import { STATE_GROUPS } from './states/states.ts'
import { composeCheckout } from './compose-checkout.ts'

/**
 * Validates a composition: its errors, its totals and the states its session can reach; `undefined` for an invalid
 * code.
 */
export async function checkComposition(
  code: string,
  now: Date,
): Promise<PreviewAnswer | undefined> {
  const composition = await decodeComposition(code)
  if (composition === undefined) return undefined
  const composed = composeCheckout(composition, { now, awayUrl: '' })
  if (!composed.ok) return { errors: composed.errors, total: null, groups: [] }
  const { checkout } = composed
  const { amount, currency } = checkout
  return {
    errors: [],
    total: { minor: amount, text: formatMoney({ amount, currency }, 'en') },
    groups: STATE_GROUPS.map(({ group, states }) => ({
      group,
      states: states
        .filter(({ fits }) => fits?.(checkout) ?? true)
        .map(({ name, title, press }) => ({ name, title, isPressed: press !== undefined })),
    })).filter(({ states }) => states.length > 0),
  }
}
