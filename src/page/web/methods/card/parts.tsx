import { CardMark } from '../../card/card-mark.tsx'
import { familiarBrands } from '../../card/familiar-brands.ts'
import { laterScreen } from '../../screens/later-screen.ts'
import type { MethodParts } from '../method-parts.ts'
import { CardFields } from './card-fields.tsx'

export const card = {
  Panel: CardFields,
  aside: null,
  Marks: ({ country }) =>
    familiarBrands(country).map((brand) => <CardMark key={brand} brand={brand} />),
  screens: { challenge: laterScreen('challenge') },
  charge(values, sealed) {
    if (sealed === null) throw new Error('the card was not sealed')
    const { encrypted, brand, lastFour } = sealed
    return {
      method: 'card',
      card: { encrypted, brand, lastFour },
      installments: Number(values.installments ?? 1),
    }
  },
} satisfies MethodParts
