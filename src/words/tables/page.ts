// Written from the rows of languages.ts: `npx vitest run src/words/folders.test.ts -u`.
import { en } from '../en/page.ts'
import { ptBR } from '../pt-br/page.ts'
import { es } from '../es/page.ts'
import { fr } from '../fr/page.ts'
import { de } from '../de/page.ts'
import { it } from '../it/page.ts'
import { nl } from '../nl/page.ts'
import { pl } from '../pl/page.ts'
import { sv } from '../sv/page.ts'
import { da } from '../da/page.ts'
import { nb } from '../nb/page.ts'
import { fi } from '../fi/page.ts'
import { cs } from '../cs/page.ts'
import { tr } from '../tr/page.ts'
import { uk } from '../uk/page.ts'
import { ru } from '../ru/page.ts'
import { ar } from '../ar/page.ts'
import { he } from '../he/page.ts'
import { ja } from '../ja/page.ts'
import { ko } from '../ko/page.ts'
import { zhCN } from '../zh-cn/page.ts'
import type { Tag } from '../languages.ts'
import type { Words } from '../words.ts'

export const PAGE_WORDS: Readonly<Record<Tag, Words>> = {
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
