import { laterScript } from '../early-events.ts'

/** The parser of answers, which the first screen does not need. */
export const answerParser = () => laterScript('parse-answer', import('./parse-answer.ts'))
