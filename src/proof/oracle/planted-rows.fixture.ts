import type { Books } from './books.ts'
import type { InvariantName } from './violation.ts'

export type Planted = [what: string, invariant: InvariantName, plant: (books: Books) => void]

export function first<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the clean books lack a row')
  return row
}

export function renamed(event: Books['events'][number], id: string, sequence: number) {
  const body = JSON.stringify({ ...(JSON.parse(event.body) as object), id, sequence })
  return { ...event, id, sequence, body }
}

export function giveUpAndSendAgain(books: Books, tries: number): void {
  const delivery = first(books.deliveries)
  const own = books.attempts.filter(({ deliveryId }) => deliveryId === delivery.id)
  for (const attempt of own) attempt.deliveryId = 'dlv_again'
  books.deliveries.push({ ...delivery, id: 'dlv_again' })
  delivery.status = 'exhausted'
  for (let number = 1; number <= tries; number++)
    books.attempts.push({ ...first(own), deliveryId: delivery.id, number, statusCode: 500 })
}
