// Written from the rows of languages.ts: `npx vitest run src/words/folders.test.ts -u`.
import { en } from '../en/assist.ts'
import { ptBR } from '../pt-br/assist.ts'
import { es } from '../es/assist.ts'
import { fr } from '../fr/assist.ts'
import { de } from '../de/assist.ts'
import { it } from '../it/assist.ts'
import { nl } from '../nl/assist.ts'
import { pl } from '../pl/assist.ts'
import { sv } from '../sv/assist.ts'
import { da } from '../da/assist.ts'
import { nb } from '../nb/assist.ts'
import { fi } from '../fi/assist.ts'
import { cs } from '../cs/assist.ts'
import { tr } from '../tr/assist.ts'
import { uk } from '../uk/assist.ts'
import { ru } from '../ru/assist.ts'
import { ar } from '../ar/assist.ts'
import { he } from '../he/assist.ts'
import { ja } from '../ja/assist.ts'
import { ko } from '../ko/assist.ts'
import { zhCN } from '../zh-cn/assist.ts'
import type { Tag } from '../languages.ts'
import type { AssistWords } from '../assist-words.ts'

export const ASSIST_WORDS: Readonly<Record<Tag, AssistWords>> = {
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
