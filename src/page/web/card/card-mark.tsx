import type { CardBrand } from '../../../contract/payment.ts'
import { markOf } from '../../../domain/methods/card/card-brands.ts'

export function CardMark({ brand }: { brand: CardBrand }) {
  return (
    <span className="mark" aria-hidden="true">
      {markOf(brand)}
    </span>
  )
}
