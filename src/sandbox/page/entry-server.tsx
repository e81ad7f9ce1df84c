import { renderPage as renderWith, type RenderInput } from '#page/web/entry-server.tsx'
import { sandboxWords } from '#words/sandbox-words.ts'
import { withAdditions } from './additions.tsx'

export { brandStyle, LOCALES, plainPages, readForm } from '#page/web/entry-server.tsx'

/** Renders the page with the sandbox's additions. */
export function renderPage(input: RenderInput) {
  return renderWith(input, { words: sandboxWords, withAdditions })
}
