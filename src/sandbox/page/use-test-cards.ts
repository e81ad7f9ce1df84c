import { useEffect, useState } from 'react'
import { useBrowser } from '#page/web/browser.ts'
import { TEST_CARDS_PATH, type ProcessorTestCard } from '../test-cards/processor-test-card.ts'

type TestCards = readonly ProcessorTestCard[] | null

/** The test cards of the processor that takes cards; null for the simulator's, undefined until that is known. */
export function useTestCards(): TestCards | undefined {
  const { fetch } = useBrowser()
  const [cards, setCards] = useState<TestCards>()
  useEffect(() => {
    void readTestCards(fetch).then(setCards)
  }, [fetch])
  return cards
}

async function readTestCards(fetch: typeof globalThis.fetch): Promise<TestCards> {
  try {
    const response = await fetch(TEST_CARDS_PATH, { credentials: 'same-origin' })
    const { cards = null } = (await response.json()) as { cards?: TestCards }
    return response.ok ? cards : null
  } catch {
    return null
  }
}
