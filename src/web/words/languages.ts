import { ar } from './ar.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nb } from './nb.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { ptBR } from './pt-br.ts'
import { ru } from './ru.ts'
import { sv } from './sv.ts'
import { tr } from './tr.ts'
import { uk } from './uk.ts'
import { zhCN } from './zh-cn.ts'
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
  { tag: 'fr', name: 'Français', direction: 'ltr', words: fr },
  { tag: 'de', name: 'Deutsch', direction: 'ltr', words: de },
  { tag: 'it', name: 'Italiano', direction: 'ltr', words: it },
  { tag: 'nl', name: 'Nederlands', direction: 'ltr', words: nl },
  { tag: 'pl', name: 'Polski', direction: 'ltr', words: pl },
  { tag: 'sv', name: 'Svenska', direction: 'ltr', words: sv },
  { tag: 'da', name: 'Dansk', direction: 'ltr', words: da },
  { tag: 'nb', name: 'Norsk', direction: 'ltr', words: nb },
  { tag: 'fi', name: 'Suomi', direction: 'ltr', words: fi },
  { tag: 'cs', name: 'Čeština', direction: 'ltr', words: cs },
  { tag: 'tr', name: 'Türkçe', direction: 'ltr', words: tr },
  { tag: 'uk', name: 'Українська', direction: 'ltr', words: uk },
  { tag: 'ru', name: 'Русский', direction: 'ltr', words: ru },
  { tag: 'ar', name: 'العربية', direction: 'rtl', words: ar },
  { tag: 'he', name: 'עברית', direction: 'rtl', words: he },
  { tag: 'ja', name: '日本語', direction: 'ltr', words: ja },
  { tag: 'ko', name: '한국어', direction: 'ltr', words: ko },
  { tag: 'zh-CN', name: '简体中文', direction: 'ltr', words: zhCN },
]
