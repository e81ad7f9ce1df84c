import type { CardBrand, PaymentMethod } from '#contract/payment.ts'
import marks from './marks.svg?no-inline'

/** The acceptance mark of a card's brand. */
export function BrandMark({ name, isFaded }: { name: CardBrand; isFaded: boolean }) {
  return (
    <img
      className={isFaded ? 'mark faded' : 'mark'}
      src={`${marks}#${name}`}
      width="34"
      height="22"
      alt=""
      // Otherwise React preloads the image before the scripts. A lazy image would arrive with the card frame and delay
      // its first paint.
      fetchPriority="low"
    />
  )
}

/** The mark of a payment method, left of its name. */
export function MethodMark({ name }: { name: PaymentMethod }) {
  return <img src={`${marks}#${name}`} width="24" height="24" alt="" fetchPriority="low" />
}
