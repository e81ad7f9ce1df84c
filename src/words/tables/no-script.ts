// Written from the rows of languages.ts: `npx vitest run src/words/languages.test.ts -u`.
import { noScript as en } from '../en.ts'
import { noScript as ptBR } from '../pt-br.ts'
import { noScript as es } from '../es.ts'
import { noScript as fr } from '../fr.ts'
import { noScript as de } from '../de.ts'
import { noScript as it } from '../it.ts'
import { noScript as nl } from '../nl.ts'
import { noScript as pl } from '../pl.ts'
import { noScript as sv } from '../sv.ts'
import { noScript as da } from '../da.ts'
import { noScript as nb } from '../nb.ts'
import { noScript as fi } from '../fi.ts'
import { noScript as cs } from '../cs.ts'
import { noScript as tr } from '../tr.ts'
import { noScript as uk } from '../uk.ts'
import { noScript as ru } from '../ru.ts'
import { noScript as ar } from '../ar.ts'
import { noScript as he } from '../he.ts'
import { noScript as ja } from '../ja.ts'
import { noScript as ko } from '../ko.ts'
import { noScript as zhCN } from '../zh-cn.ts'
import type { Tag } from '../languages.ts'
import type { NoScriptWords } from '../places.ts'

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
