import { describe, expect, it } from 'vitest'
import { plantLeaks } from './plants.ts'
import { SINKS, type Document, type Sink } from './sinks.ts'

describe('planted leaks', () => {
  it('I9: are reported in every sink, in every encoding', () => {
    const samples = new Map<Sink, Document>(
      SINKS.map((sink) => [
        sink,
        { sink, name: 'a document', bytes: Buffer.from('of some bytes') },
      ]),
    )
    const { planted, missed, sinks } = plantLeaks(samples)
    expect(missed).toEqual([])
    expect(sinks).toEqual(SINKS)
    expect(planted).toBeGreaterThan(SINKS.length * 20)
  })
})
