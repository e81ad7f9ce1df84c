// Written from the rows of languages.ts: `npx vitest run src/words/languages.test.ts -u`.
import { bank as en } from '../en.ts'
import { bank as ptBR } from '../pt-br.ts'
import { bank as es } from '../es.ts'
import { bank as fr } from '../fr.ts'
import { bank as de } from '../de.ts'
import { bank as it } from '../it.ts'
import { bank as nl } from '../nl.ts'
import { bank as pl } from '../pl.ts'
import { bank as sv } from '../sv.ts'
import { bank as da } from '../da.ts'
import { bank as nb } from '../nb.ts'
import { bank as fi } from '../fi.ts'
import { bank as cs } from '../cs.ts'
import { bank as tr } from '../tr.ts'
import { bank as uk } from '../uk.ts'
import { bank as ru } from '../ru.ts'
import { bank as ar } from '../ar.ts'
import { bank as he } from '../he.ts'
import { bank as ja } from '../ja.ts'
import { bank as ko } from '../ko.ts'
import { bank as zhCN } from '../zh-cn.ts'
import type { Tag } from '../languages.ts'
import type { BankWords } from '../places.ts'

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
