import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-br.ts'
import type { Words } from './words.ts'

export interface Language {
  tag: string
  /** In the language itself. */
  name: string
  direction: 'ltr' | 'rtl'
  words: Words
}

/** The page's languages; the first is the fallback. Only the server loads all: a page carries one of them. */
export const LANGUAGES: readonly [Language, ...Language[]] = [
  { tag: 'en', name: 'English', direction: 'ltr', words: en },
  { tag: 'pt-BR', name: 'Português', direction: 'ltr', words: ptBR },
  { tag: 'es', name: 'Español', direction: 'ltr', words: es },
]
