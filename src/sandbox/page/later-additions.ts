import { OutcomeButtons } from './outcome-buttons.tsx'
import { TestValueList } from './test-value-list.tsx'

/** What the sandbox's panels show once they are opened. */
export const laterAdditions = { OutcomeButtons, TestValueList }
