import { describe, expect, it } from 'vitest'
import { API_PIX_CORRECTIONS } from './corrections.ts'
import { EXAMPLE_FAULTS, EXAMPLES_ELSEWHERE } from './example-faults.ts'
import { examplesOf } from './examples.ts'
import { readApiPix } from './read-documents.ts'
import { createValueValidator } from './validate-value.ts'

const document = readApiPix()
const examples = examplesOf(document, EXAMPLES_ELSEWHERE)

function faultsOf(corrections: typeof API_PIX_CORRECTIONS): Map<string, string[]> {
  const validator = createValueValidator(document, { corrections, closed: false })
  const faults = examples.map(
    ({ name, value, pointers }) =>
      [name, pointers.flatMap((pointer) => validator.at(pointer, value))] as const,
  )
  return new Map(faults.filter(([, found]) => found.length > 0))
}

const faulty = faultsOf(API_PIX_CORRECTIONS)

describe('the 101 examples of API Pix 2.9.0', () => {
  it('are all read, each with a schema', () => {
    expect(examples).toHaveLength(101)
    expect(examples.filter(({ pointers }) => pointers.length === 0)).toEqual([])
  })

  it('fit the document, but for those that are listed with their reason', () => {
    expect([...faulty.keys()].toSorted()).toEqual(Object.keys(EXAMPLE_FAULTS).toSorted())
  })

  it.each(Object.entries(EXAMPLE_FAULTS))(
    '%s is listed for a fault that it has',
    (name, [fault]) => {
      expect(faulty.get(name)).toContainEqual(expect.stringContaining(fault))
    },
  )

  it('contradict it in more places without the corrections', () => {
    const places = (found: Map<string, string[]>) => [...found.values()].flat().length
    expect(places(faultsOf([]))).toBeGreaterThan(places(faulty))
  })

  it('are corrected only where something stands', () => {
    const nowhere = { at: '#/components/schemas/Nowhere', change: {}, why: '' }
    expect(() => faultsOf([nowhere])).toThrow('nothing stands at #/components/schemas/Nowhere')
  })
})
