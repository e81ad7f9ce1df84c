import { createScriptedProcessor } from '../scripted-processor.ts'

/** Value of PROCESSOR for a production that takes no real money. */
export const createProcessor = createScriptedProcessor
