import type { dashboardPage, dashboardSetup } from './dashboard/en.ts'
import type { TranslateOf, WordsOf } from './words.ts'

type English = typeof dashboardPage & typeof dashboardSetup

/** The sentences of the dashboard's pages in one language. A language may have none. */
export type DashboardPageWords = WordsOf<typeof dashboardPage>
export type DashboardSetupWords = WordsOf<typeof dashboardSetup>
export type TranslateDashboard = TranslateOf<English>
