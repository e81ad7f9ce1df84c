// Written from the rows of languages.ts: `npx vitest run src/words/folders.test.ts -u`.
import { en } from '../en/bank.ts'
import { ptBR } from '../pt-br/bank.ts'
import { es } from '../es/bank.ts'
import { fr } from '../fr/bank.ts'
import { de } from '../de/bank.ts'
import { it } from '../it/bank.ts'
import { nl } from '../nl/bank.ts'
import { pl } from '../pl/bank.ts'
import { sv } from '../sv/bank.ts'
import { da } from '../da/bank.ts'
import { nb } from '../nb/bank.ts'
import { fi } from '../fi/bank.ts'
import { cs } from '../cs/bank.ts'
import { tr } from '../tr/bank.ts'
import { uk } from '../uk/bank.ts'
import { ru } from '../ru/bank.ts'
import { ar } from '../ar/bank.ts'
import { he } from '../he/bank.ts'
import { ja } from '../ja/bank.ts'
import { ko } from '../ko/bank.ts'
import { zhCN } from '../zh-cn/bank.ts'
import type { Tag } from '../languages.ts'
import type { BankWords } from '../bank-words.ts'

export const BANK_WORDS: Readonly<Record<Tag, BankWords>> = {
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
