// Written from the rows of languages.ts: `npx vitest run src/words/folders.test.ts -u`.
import { en } from '../en/plain.ts'
import { ptBR } from '../pt-br/plain.ts'
import { es } from '../es/plain.ts'
import { fr } from '../fr/plain.ts'
import { de } from '../de/plain.ts'
import { it } from '../it/plain.ts'
import { nl } from '../nl/plain.ts'
import { pl } from '../pl/plain.ts'
import { sv } from '../sv/plain.ts'
import { da } from '../da/plain.ts'
import { nb } from '../nb/plain.ts'
import { fi } from '../fi/plain.ts'
import { cs } from '../cs/plain.ts'
import { tr } from '../tr/plain.ts'
import { uk } from '../uk/plain.ts'
import { ru } from '../ru/plain.ts'
import { ar } from '../ar/plain.ts'
import { he } from '../he/plain.ts'
import { ja } from '../ja/plain.ts'
import { ko } from '../ko/plain.ts'
import { zhCN } from '../zh-cn/plain.ts'
import type { Tag } from '../languages.ts'
import type { PlainWords } from '../plain-words.ts'

export const PLAIN_WORDS: Readonly<Record<Tag, PlainWords>> = {
  en,
  'pt-BR': ptBR,
  es,
  fr,
  de,
  it,
  nl,
  pl,
  sv,
  da,
  nb,
  fi,
  cs,
  tr,
  uk,
  ru,
  ar,
  he,
  ja,
  ko,
  'zh-CN': zhCN,
}
