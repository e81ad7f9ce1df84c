/** A product of the store. Prices are in cents of BRL. */
export interface Product {
  slug: string
  name: string
  summary: string
  details: readonly string[]
  unitAmountMinor: number
  /** The button on the front page buys the first. */
  variants: readonly string[]
}

export const CURRENCY = 'BRL'

const LINEN_SHIRT: Product = {
  slug: 'linen-shirt',
  name: 'Linen shirt',
  summary: 'Washed linen, dried outdoors. Softer every week.',
  details: ['100 % linen, 180 g/m²', 'Cut and sewn in Florianópolis', 'Shell buttons'],
  unitAmountMinor: 25990,
  variants: ['Medium', 'Small', 'Large'],
}

export const CATALOG: readonly Product[] = [
  LINEN_SHIRT,
  {
    slug: 'beach-towel',
    name: 'Beach towel',
    summary: 'Flat-woven cotton that is dry before you are home.',
    details: ['90 × 170 cm', 'Organic cotton', 'Hand-knotted fringe'],
    unitAmountMinor: 11900,
    variants: ['Coral stripe', 'Sea stripe'],
  },
  {
    slug: 'canvas-tote',
    name: 'Canvas tote',
    summary: 'Carries a weekend, folds into a pocket.',
    details: ['Heavy 12 oz canvas', 'Holds 15 kg', 'Inner pocket with a clip'],
    unitAmountMinor: 8990,
    variants: ['Natural', 'Indigo'],
  },
  {
    slug: 'enamel-mug',
    name: 'Enamel mug',
    summary: 'Survives the fire, the fall and the dishwasher.',
    details: ['350 ml', 'Steel with two coats of enamel', 'Safe on an open flame'],
    unitAmountMinor: 6450,
    variants: ['White', 'Blue'],
  },
]

export const HERO = LINEN_SHIRT

export function findProduct(slug: string | undefined): Product | undefined {
  return CATALOG.find((product) => product.slug === slug)
}
