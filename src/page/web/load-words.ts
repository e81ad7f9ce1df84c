import type { PageWords } from './page-data.ts'

const TRIES = 3
const PAUSE_MS = 1000

/** Loads the words of a language. Tries again, since another server of a rolling release may have the file. */
export async function loadWords(path: string, tries = TRIES): Promise<PageWords> {
  try {
    const answer = await fetch(path)
    if (answer.ok) return (await answer.json()) as PageWords
    throw new Error(path)
  } catch (error) {
    if (tries === 1) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return loadWords(path, tries - 1)
  }
}
