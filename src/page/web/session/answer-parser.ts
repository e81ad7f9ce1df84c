import { laterScript } from '../early-events.ts'

/** The response parser, code-split because the first screen does not need it. */
export const answerParser = () => laterScript('parse-answer', import('./parse-answer.ts'))
