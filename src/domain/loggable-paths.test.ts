import { array, assert, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { loggablePaths } from './loggable-paths.ts'

it('Names fields, and no position, key of metadata or key that is not a name', () => {
  expect(
    loggablePaths([
      'lineItems.1.quantity',
      'lineItems.0.quantity',
      'customer.taxId',
      'metadata.ada',
      'ada@mail.example',
      'customer.ada@mail.example',
      '',
    ]),
  ).toEqual(['customer.*', 'customer.taxId', 'lineItems.*.quantity', 'metadata.*'])
})

it('is bounded, and the same for the same fields in another order', () => {
  assert(
    property(array(string({ unit: 'binary' })), (paths) => {
      const kept = loggablePaths(paths)
      expect(kept.length).toBeLessThanOrEqual(5)
      for (const path of kept) expect(path).toMatch(/^[\w.*-]{1,120}$/)
      expect(loggablePaths(paths.toReversed())).toEqual(kept)
    }),
  )
})
