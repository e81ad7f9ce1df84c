// Written from the rows of languages.ts: `npx vitest run src/words/languages.test.ts -u`.
import { sandbox as en } from '../en.ts'
import { sandbox as ptBR } from '../pt-br.ts'
import { sandbox as es } from '../es.ts'
import { sandbox as fr } from '../fr.ts'
import { sandbox as de } from '../de.ts'
import { sandbox as it } from '../it.ts'
import { sandbox as nl } from '../nl.ts'
import { sandbox as pl } from '../pl.ts'
import { sandbox as sv } from '../sv.ts'
import { sandbox as da } from '../da.ts'
import { sandbox as nb } from '../nb.ts'
import { sandbox as fi } from '../fi.ts'
import { sandbox as cs } from '../cs.ts'
import { sandbox as tr } from '../tr.ts'
import { sandbox as uk } from '../uk.ts'
import { sandbox as ru } from '../ru.ts'
import { sandbox as ar } from '../ar.ts'
import { sandbox as he } from '../he.ts'
import { sandbox as ja } from '../ja.ts'
import { sandbox as ko } from '../ko.ts'
import { sandbox as zhCN } from '../zh-cn.ts'
import type { Tag } from '../languages.ts'
import type { AllSandboxWords } from '../places.ts'

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
