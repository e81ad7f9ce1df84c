import { describe, expect, it } from 'vitest'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createProcessors } from './processors.ts'

const pixOnly = { ...createScriptedProcessor(), name: 'bank', methods: ['pix'] as const }
const all = { ...createScriptedProcessor(), name: 'all' }

describe('the account of a method', () => {
  const nameOf = (processors: ReturnType<typeof createProcessors>) =>
    (['card', 'pix', 'boleto'] as const).map((method) => processors.forMethod(method)?.name)

  it('is the first where no methods are named, if its module takes the method', () => {
    expect(nameOf(createProcessors([all, pixOnly]))).toEqual(['all', 'all', 'all'])
    expect(nameOf(createProcessors([pixOnly, all]))).toEqual([undefined, 'bank', undefined])
  })

  it('is the one that is named, if its module takes the method', () => {
    const methods = { pix: 'bank', boleto: 'all' }
    expect(nameOf(createProcessors([all, pixOnly], methods))).toEqual([undefined, 'bank', 'all'])
    expect(nameOf(createProcessors([pixOnly], { card: 'bank' }))).toEqual(Array(3).fill(undefined))
  })
})
