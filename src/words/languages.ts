import { ar } from './ar/page.ts'
import { cs } from './cs/page.ts'
import { da } from './da/page.ts'
import { de } from './de/page.ts'
import { en } from './en/page.ts'
import { es } from './es/page.ts'
import { fi } from './fi/page.ts'
import { fr } from './fr/page.ts'
import { he } from './he/page.ts'
import { it } from './it/page.ts'
import { ja } from './ja/page.ts'
import { ko } from './ko/page.ts'
import { LANGUAGE_NAMES } from './language-names.ts'
import { nb } from './nb/page.ts'
import { nl } from './nl/page.ts'
import { pl } from './pl/page.ts'
import { ptBR } from './pt-br/page.ts'
import { ru } from './ru/page.ts'
import { sv } from './sv/page.ts'
import { tr } from './tr/page.ts'
import { uk } from './uk/page.ts'
import { zhCN } from './zh-cn/page.ts'
import type { Words } from './words.ts'

export interface Language {
  tag: keyof typeof LANGUAGE_NAMES
  /** In the language itself. */
  name: string
  direction: 'ltr' | 'rtl'
  words: Words
}

/** The page's languages; the first is the fallback. Only the server loads all: a page carries one of them. */
export const LANGUAGES: readonly [Language, ...Language[]] = [
  { tag: 'en', name: LANGUAGE_NAMES.en, direction: 'ltr', words: en },
  { tag: 'pt-BR', name: LANGUAGE_NAMES['pt-BR'], direction: 'ltr', words: ptBR },
  { tag: 'es', name: LANGUAGE_NAMES.es, direction: 'ltr', words: es },
  { tag: 'fr', name: LANGUAGE_NAMES.fr, direction: 'ltr', words: fr },
  { tag: 'de', name: LANGUAGE_NAMES.de, direction: 'ltr', words: de },
  { tag: 'it', name: LANGUAGE_NAMES.it, direction: 'ltr', words: it },
  { tag: 'nl', name: LANGUAGE_NAMES.nl, direction: 'ltr', words: nl },
  { tag: 'pl', name: LANGUAGE_NAMES.pl, direction: 'ltr', words: pl },
  { tag: 'sv', name: LANGUAGE_NAMES.sv, direction: 'ltr', words: sv },
  { tag: 'da', name: LANGUAGE_NAMES.da, direction: 'ltr', words: da },
  { tag: 'nb', name: LANGUAGE_NAMES.nb, direction: 'ltr', words: nb },
  { tag: 'fi', name: LANGUAGE_NAMES.fi, direction: 'ltr', words: fi },
  { tag: 'cs', name: LANGUAGE_NAMES.cs, direction: 'ltr', words: cs },
  { tag: 'tr', name: LANGUAGE_NAMES.tr, direction: 'ltr', words: tr },
  { tag: 'uk', name: LANGUAGE_NAMES.uk, direction: 'ltr', words: uk },
  { tag: 'ru', name: LANGUAGE_NAMES.ru, direction: 'ltr', words: ru },
  { tag: 'ar', name: LANGUAGE_NAMES.ar, direction: 'rtl', words: ar },
  { tag: 'he', name: LANGUAGE_NAMES.he, direction: 'rtl', words: he },
  { tag: 'ja', name: LANGUAGE_NAMES.ja, direction: 'ltr', words: ja },
  { tag: 'ko', name: LANGUAGE_NAMES.ko, direction: 'ltr', words: ko },
  { tag: 'zh-CN', name: LANGUAGE_NAMES['zh-CN'], direction: 'ltr', words: zhCN },
]
