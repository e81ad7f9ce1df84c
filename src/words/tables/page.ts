// Written from the rows of languages.ts: `npx vitest run src/words/languages.test.ts -u`.
import { page as en } from '../en.ts'
import { page as ptBR } from '../pt-br.ts'
import { page as es } from '../es.ts'
import { page as fr } from '../fr.ts'
import { page as de } from '../de.ts'
import { page as it } from '../it.ts'
import { page as nl } from '../nl.ts'
import { page as pl } from '../pl.ts'
import { page as sv } from '../sv.ts'
import { page as da } from '../da.ts'
import { page as nb } from '../nb.ts'
import { page as fi } from '../fi.ts'
import { page as cs } from '../cs.ts'
import { page as tr } from '../tr.ts'
import { page as uk } from '../uk.ts'
import { page as ru } from '../ru.ts'
import { page as ar } from '../ar.ts'
import { page as he } from '../he.ts'
import { page as ja } from '../ja.ts'
import { page as ko } from '../ko.ts'
import { page as zhCN } from '../zh-cn.ts'
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
