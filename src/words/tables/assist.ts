// Written from the rows of languages.ts: `npx vitest run src/words/languages.test.ts -u`.
import { assist as en } from '../en.ts'
import { assist as ptBR } from '../pt-br.ts'
import { assist as es } from '../es.ts'
import { assist as fr } from '../fr.ts'
import { assist as de } from '../de.ts'
import { assist as it } from '../it.ts'
import { assist as nl } from '../nl.ts'
import { assist as pl } from '../pl.ts'
import { assist as sv } from '../sv.ts'
import { assist as da } from '../da.ts'
import { assist as nb } from '../nb.ts'
import { assist as fi } from '../fi.ts'
import { assist as cs } from '../cs.ts'
import { assist as tr } from '../tr.ts'
import { assist as uk } from '../uk.ts'
import { assist as ru } from '../ru.ts'
import { assist as ar } from '../ar.ts'
import { assist as he } from '../he.ts'
import { assist as ja } from '../ja.ts'
import { assist as ko } from '../ko.ts'
import { assist as zhCN } from '../zh-cn.ts'
import type { Tag } from '../languages.ts'
import type { AssistWords } from '../places.ts'

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
