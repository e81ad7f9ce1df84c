import type { Explanation, TimelineValue } from '#contract/dashboard/timeline.ts'
import { formatInstant } from '#domain/format-date.ts'
import { matchLocale } from '#domain/match-locale.ts'
import { formatMoney } from '#domain/money.ts'
import { DASHBOARD_WORDS } from './tables/dashboard.ts'

export type DashboardTag = keyof typeof DASHBOARD_WORDS
export const DASHBOARD_TAGS = Object.keys(DASHBOARD_WORDS) as DashboardTag[]
const FALLBACK = 'en'

/** An explanation as texts. */
export interface WrittenExplanation {
  verdict: string
  /**
   * In the shopper's language; in English where it lacks these words; in the asker's language where the shopper's is
   * not known.
   */
  say: { text: string; language: DashboardTag }
  next: string
}

/** Writes the verdict and the next step in the asker's language, and what to say in the shopper's. */
export function writeExplanation(
  explanation: Explanation,
  {
    language,
    shopperLocale,
    timeZone,
  }: { language: DashboardTag; shopperLocale: string | null; timeZone: string },
): WrittenExplanation {
  const shoppers = shopperLocale === null ? language : dashboardTagOf(shopperLocale)
  const { verdict, say, next } = explanation
  return {
    verdict: verdict
      .map(({ key, values }) =>
        fill(DASHBOARD_WORDS[language].verdict[key], values, language, timeZone, 'declines'),
      )
      .join(' '),
    say: {
      text: say
        .map(({ key, values }) =>
          fill(DASHBOARD_WORDS[shoppers].say[key], values, shoppers, timeZone, 'saidDeclines'),
        )
        .join(' '),
      language: shoppers,
    },
    next: fill(
      DASHBOARD_WORDS[language].next[next.key],
      next.values,
      language,
      timeZone,
      'declines',
    ),
  }
}

/** The language for a locale, among those with these words; English for all other locales. */
export function dashboardTagOf(locale: string): DashboardTag {
  const matched = matchLocale(locale, DASHBOARD_TAGS)
  return DASHBOARD_TAGS.find((tag) => tag === matched) ?? FALLBACK
}

function fill(
  sentence: string,
  values: Readonly<Record<string, TimelineValue>>,
  language: DashboardTag,
  timeZone: string,
  declines: 'declines' | 'saidDeclines',
): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    return value === undefined ? placeholder : written(value, language, timeZone, declines)
  })
}

function written(
  value: TimelineValue,
  language: DashboardTag,
  timeZone: string,
  declines: 'declines' | 'saidDeclines',
): string {
  switch (value.kind) {
    case 'money':
      return formatMoney(value, language)
    case 'time':
      return formatInstant(value.at, language, timeZone)
    case 'count':
      return String(value.count)
    case 'method':
      return DASHBOARD_WORDS[language].methods[`method.${value.method}`]
    case 'decline':
      return DASHBOARD_WORDS[language][declines][value.code]
    case 'reversal':
      return DASHBOARD_WORDS[language].reversals[value.code]
    case 'answer':
      return value.statusCode?.toString() ?? writtenFailure(value.error, language)
  }
}

/** An error that these words do not know is written as it is: an earlier release may have named it. */
function writtenFailure(error: string | null, language: DashboardTag): string {
  const failures: Readonly<Record<string, string>> = DASHBOARD_WORDS[language].failures
  return error === null ? '–' : (failures[error] ?? error)
}
