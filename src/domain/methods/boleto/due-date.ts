import { bankingDayFrom } from '../../banking-days/banking-days.ts'

const DAY_MS = 86_400_000

/**
 * The last day on which banks take a boleto: its due date (`YYYY-MM-DD`), or the next business day where they are closed on
 * it (Lei 7.089/1983). Holidays of states and cities are not known here.
 */
export function lastDayToPay(dueDate: string): string {
  return bankingDayFrom(dueDate, 0)
}

/** The last millisecond in Brazil of the last day to pay, just before 03:00 UTC of the next day. */
export function endOfDueDate(dueDate: string): Date {
  return endOf(lastDayToPay(dueDate))
}

/** The last millisecond in Brazil of the business day on which banks settle what was paid on the last day. */
export function endOfSettlement(dueDate: string): Date {
  return endOf(bankingDayFrom(lastDayToPay(dueDate), 1))
}

/** When a boleto is called to mind: on the day before its due date; undefined where it is issued on that day or later. */
export function reminderOf(dueDate: string, issuedAt: Date): Date | undefined {
  const morning = new Date(Date.parse(`${dueDate}T09:00:00-03:00`) - DAY_MS)
  return issuedAt.getTime() < morning.getTime() - DAY_MS / 2 ? morning : undefined
}

/** Brazil has been at UTC-3 all year since 2019. */
function endOf(day: string): Date {
  return new Date(`${day}T23:59:59.999-03:00`)
}
