import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays'
import { isBusinessDay } from '@brazilian-utils/brazilian-utils/is-business-day'

const TUESDAY = 2
/** Banks are never closed for longer: from a Saturday to the Tuesday of Carnival, or over Easter to Tiradentes' Day. */
const CLOSED_DAYS_MAX = 7

/**
 * The first day (`YYYY-MM-DD`) on which banks are open, at least `daysLater` after a day. In a year whose holidays are not known
 * that is the earliest of them.
 */
export function bankingDayFrom(day: string, daysLater: number): string {
  for (let later = daysLater; later <= daysLater + CLOSED_DAYS_MAX; later++)
    if (isBankingDay(localDate(day, later))) return written(day, later)
  return written(day, daysLater)
}

/** Beside national holidays, banks keep Corpus Christi and Carnival, from its Monday on, which the list of holidays lacks. */
function isBankingDay(date: Date): boolean {
  if (!isBusinessDay(date)) return false
  const next = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1)
  return !(next.getDay() === TUESDAY && isOptionalHoliday(next))
}

/** Of the optional holidays only Carnival is a Tuesday. */
function isOptionalHoliday(date: Date): boolean {
  return getHolidays(date.getFullYear()).some(
    ({ type, date: holiday }) => type === 'optional' && holiday.getTime() === date.getTime(),
  )
}

/** As the list of holidays counts days: in the zone of the process. */
function localDate(day: string, daysLater: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater)
}

function written(day: string, daysLater: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + daysLater)
  return date.toISOString().slice(0, 'yyyy-mm-dd'.length)
}
