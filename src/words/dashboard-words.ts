import type {
  Explanation,
  NextKey,
  SayKey,
  StoryLine,
  StoryValue,
  VerdictKey,
} from '#contract/dashboard/story.ts'
import type { DeclineCode, PaymentMethod } from '#contract/payment.ts'
import type { ToldAction } from '#contract/dashboard/told-actions.ts'
import { formatInstant } from '#domain/format-date.ts'
import { matchLocale } from '#domain/match-locale.ts'
import { formatMoney } from '#domain/money.ts'
import type { SendFailure } from '#domain/send-failure.ts'
import { DASHBOARD_WORDS } from './tables/dashboard.ts'

/** Texts for people who answer a shopper on the phone, and what they say to the shopper. */
export interface DashboardWords {
  verdict: Readonly<Record<VerdictKey, string>>
  say: Readonly<Record<SayKey, string>>
  next: Readonly<Record<NextKey, string>>
  /** Reasons of declines, as parts of a verdict. */
  declines: Readonly<Record<DeclineCode, string>>
  /** Reasons of declines, as whole sentences for the shopper. */
  saidDeclines: Readonly<Record<DeclineCode, string>>
  /** Why a receiver gave no answer, after "last answer:". */
  failures: Readonly<Record<SendFailure, string>>
  methods: Readonly<Record<`method.${PaymentMethod}`, string>>
  lanes: Readonly<Record<StoryLine['lane'], string>>
  lines: Readonly<Record<StoryLine['kind'], string>>
  /** Texts of mails that notify people of changes to their account or their merchant. */
  mails: Readonly<
    Record<ToldAction | 'when' | 'who' | 'you' | 'operator' | 'where' | 'advice', string>
  >
}

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
  values: Readonly<Record<string, StoryValue>>,
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
  value: StoryValue,
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
    case 'answer':
      return value.statusCode?.toString() ?? writtenFailure(value.error, language)
  }
}

/** An error that these words do not know is written as it is: an earlier release may have named it. */
function writtenFailure(error: string | null, language: DashboardTag): string {
  const failures: Readonly<Record<string, string>> = DASHBOARD_WORDS[language].failures
  return error === null ? '–' : (failures[error] ?? error)
}
