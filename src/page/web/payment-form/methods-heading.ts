import type { PageCheckout } from '#contract/page.ts'

/** The key of the heading above the methods. */
export function methodsHeading({ methods }: PageCheckout) {
  const [onlyMethod] = methods
  return methods.length === 1 && onlyMethod !== undefined
    ? (`method.${onlyMethod}.heading` as const)
    : 'method.heading'
}
