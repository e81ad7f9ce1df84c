// Written from the rows of languages.ts: `npx vitest run src/words/folders.test.ts -u`.
import { en } from '../en/no-script.ts'
import { ptBR } from '../pt-br/no-script.ts'
import { es } from '../es/no-script.ts'
import { fr } from '../fr/no-script.ts'
import { de } from '../de/no-script.ts'
import { it } from '../it/no-script.ts'
import { nl } from '../nl/no-script.ts'
import { pl } from '../pl/no-script.ts'
import { sv } from '../sv/no-script.ts'
import { da } from '../da/no-script.ts'
import { nb } from '../nb/no-script.ts'
import { fi } from '../fi/no-script.ts'
import { cs } from '../cs/no-script.ts'
import { tr } from '../tr/no-script.ts'
import { uk } from '../uk/no-script.ts'
import { ru } from '../ru/no-script.ts'
import { ar } from '../ar/no-script.ts'
import { he } from '../he/no-script.ts'
import { ja } from '../ja/no-script.ts'
import { ko } from '../ko/no-script.ts'
import { zhCN } from '../zh-cn/no-script.ts'
import type { Tag } from '../languages.ts'
import type { NoScriptWords } from '../no-script-words.ts'

export const NO_SCRIPT_WORDS: Readonly<Record<Tag, NoScriptWords>> = {
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
