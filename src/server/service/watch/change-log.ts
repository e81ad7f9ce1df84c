import type { CheckoutChange } from '#contract/checkout-changes.ts'
import { MARK } from '../../database/sessions/session-notices.ts'

/** A bounded log of recent session changes with cursor pagination, in order of arrival. */
export interface ChangeLog {
  add(change: CheckoutChange): void
  /** Drops the log after a gap in the subscription: cursors from before it are no longer complete. */
  breakOff(): void
  since(cursor: string | undefined): ChangePage
}

export interface ChangePage {
  changes: readonly CheckoutChange[]
  cursor: string
  /** False when changes may be missing. */
  complete: boolean
}

/** One topic for all merchants' clocks: a checkout view does not reveal its merchant. */
export const CLOCKS = 'clocks'

/** Readers poll continuously and lag by seconds, unless a call was lost. */
const KEPT_MS = 60_000
const CHANGES_MAX = 20_000
const PAGE_SIZE = 500

/**
 * PostgreSQL delivers NOTIFY in the same order to every process. A cursor therefore holds its position
 * in this log and the name of the last change, by which another process finds the position in its own
 * log.
 */
export function createChangeLog(
  tag: string,
  countMs: () => number,
  changesMax = CHANGES_MAX,
): ChangeLog {
  let entries: CheckoutChange[] = []
  /** Number of entries dropped from the front. */
  let dropped = 0
  let breaks = 0
  const positions = new Map<string, number>()
  /** Entries before `position` arrived before `atMs`. */
  let old = { position: 0, atMs: countMs() }

  const end = () => dropped + entries.length
  const last = () => nameOf(entries.at(-1))
  const cursorAt = (position: number) =>
    [
      tag,
      breaks,
      position,
      position === dropped ? '' : nameOf(entries[position - dropped - 1]),
    ].join(' ')

  function drop(count: number): void {
    for (const [index, change] of entries.slice(0, count).entries()) {
      const name = nameOf(change)
      if (positions.get(name) === dropped + index + 1) positions.delete(name)
    }
    entries = entries.slice(count)
    dropped += count
  }

  /** The position after a cursor; undefined when it is no longer in the log. */
  function positionOf(cursor: string): number | undefined {
    const [process, itsBreaks, position = '', ...name] = cursor.split(' ')
    if (process !== tag || Number(itsBreaks) !== breaks) return positions.get(name.join(' '))
    const number = Number(position)
    return Number.isInteger(number) && number >= dropped && number <= end() ? number : undefined
  }

  return {
    add(change) {
      const nowMs = countMs()
      if (nowMs - old.atMs >= KEPT_MS) {
        drop(Math.max(0, old.position - dropped))
        old = { position: end(), atMs: nowMs }
      }
      entries.push(change)
      // For a repeated name the first position counts: a duplicate is better than a loss. Clock changes
      // are excluded, since they arrive by another channel and in another order in each process.
      if (change.topic !== CLOCKS && !positions.has(last())) positions.set(last(), end())
      if (entries.length >= 2 * changesMax) drop(entries.length - changesMax)
    },
    breakOff() {
      drop(entries.length)
      breaks += 1
    },
    since(cursor) {
      const position = cursor === undefined ? end() : positionOf(cursor)
      if (position === undefined) return { changes: [], cursor: cursorAt(end()), complete: false }
      const page = entries.slice(position - dropped, position - dropped + PAGE_SIZE)
      // A mark only has a position; readers do not see it.
      const changes = page.filter(({ topic }) => topic !== MARK)
      return { changes, cursor: cursorAt(position + page.length), complete: true }
    },
  }
}

function nameOf(change: CheckoutChange | undefined): string {
  return change === undefined ? '' : `${change.topic} ${change.version ?? ''}`
}
