import type { Processor } from '#server/processors/processor.ts'
import { createProcessor as createTaking } from './taking-processor.fixture.ts'

/** Value of PROCESSOR: takes payments, and refuses to list its movements. */
export function createProcessor(): Processor {
  return {
    ...createTaking(),
    listMovements: () => Promise.reject(new Error('403: the contract has ended')),
  }
}
