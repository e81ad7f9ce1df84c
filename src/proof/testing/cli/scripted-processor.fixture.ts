import { createScriptedProcessor } from '../scripted-processor.ts'

/** For PROCESSOR: that of a production which takes no real money. */
export const createProcessor = createScriptedProcessor
