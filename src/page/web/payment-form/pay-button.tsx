import type { PageCheckout } from '../../../contract/page.ts'
import { METHODS } from '../../../domain/methods/methods.ts'
import { useSay } from '../use-say.ts'
import type { Draft } from './draft.ts'

interface PayButtonProps {
  checkout: PageCheckout
  draft: Draft
  /** Waits for the card frame to load or to encrypt. */
  isSealing: boolean
  isPaying: boolean
}

export function PayButton({ checkout, draft, isSealing, isPaying }: PayButtonProps) {
  const say = useSay()
  return (
    <>
      <button className="primary" type="submit" disabled={isPaying} aria-busy={isSealing}>
        {isPaying ? say('pay.busy') : say('pay.button', { amount: amountOf(checkout, draft) })}
      </button>
      <p className="assure" hidden={!METHODS[draft.method].needsSealedCard}>
        {say('pay.card-promise')}
      </p>
    </>
  )
}

/** The amount to pay, including interest of the chosen installments. */
function amountOf({ amount, installments }: PageCheckout, { method, values }: Draft): string {
  const count = METHODS[method].takesInstallments ? Number(values.installments) : 1
  const chosen = installments?.find((option) => option.count === count)
  return chosen?.total.text ?? amount.text
}
