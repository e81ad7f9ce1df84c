import type { SandboxWords } from '#words/places.ts'
import { LaterFold } from './later-fold.tsx'

interface TestValuesProps {
  locale: string
  words: SandboxWords
}

/** The test values for each way a payment can end. Part of the sandbox build only; they load when it is opened. */
export function TestValues({ locale, words }: TestValuesProps) {
  return (
    <LaterFold className="test-values" title={words.testValues}>
      {({ TestValueList }) => <TestValueList locale={locale} />}
    </LaterFold>
  )
}
