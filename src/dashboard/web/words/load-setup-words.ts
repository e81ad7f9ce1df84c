import type { DashboardSetupWords } from '#words/dashboard-page-words.ts'

/** The other half of each language, by its tag. A file of its own, since the bundler makes one script for each importer. */
export const SETUP_WORDS: Readonly<Record<string, () => Promise<DashboardSetupWords>>> = {
  en: async () => (await import('#words/dashboard/en.ts')).dashboardSetup,
  'pt-BR': async () => (await import('#words/dashboard/pt-br.ts')).dashboardSetup,
}
