// Written from the rows of languages.ts: `npx vitest run src/words/folders.test.ts -u`.
import { en } from '../en/dashboard.ts'
import { ptBR } from '../pt-br/dashboard.ts'
import type { Tag } from '../languages.ts'
import type { DashboardWords } from '../dashboard-words.ts'

export const DASHBOARD_WORDS = {
  en,
  'pt-BR': ptBR,
} satisfies Readonly<Partial<Record<Tag, DashboardWords>>>
