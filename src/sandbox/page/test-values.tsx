import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Chevron } from '#page/web/layout/chevron.tsx'
import { laterScript } from '#page/web/early-events.ts'
import type { SandboxWords } from '#words/places.ts'

interface TestValuesProps {
  locale: string
  words: SandboxWords
}

/** The test values for each way a payment can end. Part of the sandbox build only; they load when it is opened. */
export function TestValues({ locale, words }: TestValuesProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [List, setList] = useState<ComponentType<{ locale: string }> | null>(null)

  async function load() {
    const { laterAdditions } = await laterScript('later-additions', import('./later-additions.ts'))
    setList(() => laterAdditions.TestValueList)
  }

  const loadIfOpen = useEffectEvent(() => {
    if (details.current?.open) void load()
  })
  // It may have been opened before hydration.
  useEffect(() => loadIfOpen(), [])

  return (
    <details ref={details} className="test-values" onToggle={() => void load()}>
      <summary>
        <span>{words.testValues}</span>
        <Chevron />
      </summary>
      {List !== null && <List locale={locale} />}
    </details>
  )
}
