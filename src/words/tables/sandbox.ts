// Written from the rows of languages.ts: `npx vitest run src/words/folders.test.ts -u`.
import { en } from '../en/sandbox.ts'
import { ptBR } from '../pt-br/sandbox.ts'
import { es } from '../es/sandbox.ts'
import { fr } from '../fr/sandbox.ts'
import { de } from '../de/sandbox.ts'
import { it } from '../it/sandbox.ts'
import { nl } from '../nl/sandbox.ts'
import { pl } from '../pl/sandbox.ts'
import { sv } from '../sv/sandbox.ts'
import { da } from '../da/sandbox.ts'
import { nb } from '../nb/sandbox.ts'
import { fi } from '../fi/sandbox.ts'
import { cs } from '../cs/sandbox.ts'
import { tr } from '../tr/sandbox.ts'
import { uk } from '../uk/sandbox.ts'
import { ru } from '../ru/sandbox.ts'
import { ar } from '../ar/sandbox.ts'
import { he } from '../he/sandbox.ts'
import { ja } from '../ja/sandbox.ts'
import { ko } from '../ko/sandbox.ts'
import { zhCN } from '../zh-cn/sandbox.ts'
import type { Tag } from '../languages.ts'
import type { AllSandboxWords } from '../sandbox-words.ts'

export const SANDBOX_WORDS: Readonly<Record<Tag, AllSandboxWords>> = {
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
