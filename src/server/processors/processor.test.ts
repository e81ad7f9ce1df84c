import { describe, expect, it } from 'vitest'
import { isProcessorSilent, ProcessorSilent } from './processor.ts'

describe('isProcessorSilent', () => {
  it('recognizes the code, whichever copy of the class a processor throws', () => {
    class OfAnotherCopy extends Error {
      readonly code = 'processor_silent'
    }
    expect(isProcessorSilent(new ProcessorSilent('no answer'))).toBe(true)
    expect(isProcessorSilent(new OfAnotherCopy('no answer'))).toBe(true)
  })

  it.each([new Error('broken'), { code: 'processor_silent' }, undefined])('not %s', (error) => {
    expect(isProcessorSilent(error)).toBe(false)
  })
})
