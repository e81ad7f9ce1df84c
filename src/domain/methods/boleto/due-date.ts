/** The last millisecond of a due date (`YYYY-MM-DD`) in Brazil, just before 03:00 UTC of the next day. */
export function endOfDueDate(dueDate: string): Date {
  return new Date(`${dueDate}T23:59:59.999-03:00`)
}
