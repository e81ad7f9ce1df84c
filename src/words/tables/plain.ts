// Written from the rows of languages.ts: `npx vitest run src/words/languages.test.ts -u`.
import { plain as en } from '../en.ts'
import { plain as ptBR } from '../pt-br.ts'
import { plain as es } from '../es.ts'
import { plain as fr } from '../fr.ts'
import { plain as de } from '../de.ts'
import { plain as it } from '../it.ts'
import { plain as nl } from '../nl.ts'
import { plain as pl } from '../pl.ts'
import { plain as sv } from '../sv.ts'
import { plain as da } from '../da.ts'
import { plain as nb } from '../nb.ts'
import { plain as fi } from '../fi.ts'
import { plain as cs } from '../cs.ts'
import { plain as tr } from '../tr.ts'
import { plain as uk } from '../uk.ts'
import { plain as ru } from '../ru.ts'
import { plain as ar } from '../ar.ts'
import { plain as he } from '../he.ts'
import { plain as ja } from '../ja.ts'
import { plain as ko } from '../ko.ts'
import { plain as zhCN } from '../zh-cn.ts'
import type { Tag } from '../languages.ts'
import type { PlainWords } from '../places.ts'

export const PLAIN_WORDS: Readonly<Record<Tag, PlainWords>> = {
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
