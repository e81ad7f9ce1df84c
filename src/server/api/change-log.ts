import type { CheckoutChange } from '../../contract/checkout-changes.ts'

/** What was heard lately, in the order in which it was heard. */
export interface ChangeLog {
  add(change: CheckoutChange): void
  /** Some was not heard: whoever knows what was before cannot be told what came after. */
  breakOff(): void
  since(cursor: string | undefined): ChangePage
}

export interface ChangePage {
  changes: readonly CheckoutChange[]
  cursor: string
  /** When not, more may have happened than is told. */
  complete: boolean
}

/** Of what readers learn nothing: it only has a place in the order. */
export const MARK = 'mark'
/** Of all merchants' clocks: a view does not say whose it is. */
export const CLOCKS = 'clocks'

/** Who asks is never behind by more than some seconds, but for a call that was lost. */
const KEPT_MS = 60_000
const CHANGES_MAX = 20_000
const PAGE_SIZE = 500

/**
 * PostgreSQL tells everybody the same in the same order. So a cursor has the place in this log, and the name of the last
 * change, by which another process finds the place in its own.
 */
export function createChangeLog(
  tag: string,
  countMs: () => number,
  changesMax = CHANGES_MAX,
): ChangeLog {
  let heard: CheckoutChange[] = []
  /** How many were forgotten. */
  let forgotten = 0
  let breaks = 0
  const places = new Map<string, number>()
  /** What stands before this place was heard before that time. */
  let old = { place: 0, atMs: countMs() }

  const end = () => forgotten + heard.length
  const last = () => nameOf(heard.at(-1))
  const cursorAt = (place: number) =>
    [tag, breaks, place, place === forgotten ? '' : nameOf(heard[place - forgotten - 1])].join(' ')

  function forget(count: number): void {
    for (const [index, change] of heard.slice(0, count).entries()) {
      const name = nameOf(change)
      if (places.get(name) === forgotten + index + 1) places.delete(name)
    }
    heard = heard.slice(count)
    forgotten += count
  }

  /** The place after what a cursor has seen; undefined where that is not known. */
  function placeOf(cursor: string): number | undefined {
    const [process, itsBreaks, place = '', ...name] = cursor.split(' ')
    if (process !== tag || Number(itsBreaks) !== breaks) return places.get(name.join(' '))
    const number = Number(place)
    return Number.isInteger(number) && number >= forgotten && number <= end() ? number : undefined
  }

  return {
    add(change) {
      const nowMs = countMs()
      if (nowMs - old.atMs >= KEPT_MS) {
        forget(Math.max(0, old.place - forgotten))
        old = { place: end(), atMs: nowMs }
      }
      heard.push(change)
      // Where a name comes again, the first place: rather tell twice than not at all. Clocks are heard of otherwise, so
      // that their place among the sessions is not the same in every process.
      if (change.topic !== CLOCKS && !places.has(last())) places.set(last(), end())
      if (heard.length >= 2 * changesMax) forget(heard.length - changesMax)
    },
    breakOff() {
      forget(heard.length)
      breaks += 1
    },
    since(cursor) {
      const place = cursor === undefined ? end() : placeOf(cursor)
      if (place === undefined) return { changes: [], cursor: cursorAt(end()), complete: false }
      const page = heard.slice(place - forgotten, place - forgotten + PAGE_SIZE)
      const changes = page.filter(({ topic }) => topic !== MARK)
      return { changes, cursor: cursorAt(place + page.length), complete: true }
    },
  }
}

function nameOf(change: CheckoutChange | undefined): string {
  return change === undefined ? '' : `${change.topic} ${change.version ?? ''}`
}
