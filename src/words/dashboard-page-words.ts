import type { dashboardPage } from './dashboard/en.ts'
import type { TranslateOf, WordsOf } from './words.ts'

type English = typeof dashboardPage

/** The sentences of the dashboard's pages in one language. A language may have none. */
export type DashboardPageWords = WordsOf<English>
export type TranslateDashboard = TranslateOf<English>
