// Written from the rows of languages.ts: `npx vitest run src/words/languages.test.ts -u`.
import { dashboard as en } from '../dashboard/en.ts'
import { dashboard as ptBR } from '../dashboard/pt-br.ts'
import type { Tag } from '../languages.ts'
import type { DashboardWords } from '../places.ts'

export const DASHBOARD_WORDS = {
  en,
  'pt-BR': ptBR,
} satisfies Readonly<Partial<Record<Tag, DashboardWords>>>
