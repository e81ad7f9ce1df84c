import { activeParts } from './active-parts.ts'
import type { Difference } from './finding.ts'

const REQUEST_ID = /\breq_[0-9A-Za-z]{17}\b/g

/** Compares the active parts of a document with the expected ones; if they are equal, compares the whole text. */
export function compareDocuments(expected: string, found: string): Difference[] {
  const [wanted, got] = [expected, found].map((html) => html.replaceAll(REQUEST_ID, 'req_'))
  if (wanted === undefined || got === undefined || wanted === got) return []
  const parts = compareParts(activeParts(wanted), activeParts(got))
  return parts.length > 0 ? parts : [{ what: 'document', ...firstDifference(wanted, got) }]
}

/** Differences of two lists: unexpected and missing entries. */
export function compareParts(expected: readonly string[], found: readonly string[]): Difference[] {
  return [
    ...without(found, expected).map((part) => ({
      what: 'part of the document',
      expected: null,
      found: part,
    })),
    ...without(expected, found).map((part) => ({
      what: 'part of the document',
      expected: part,
      found: null,
    })),
  ]
}

/** The parts that are not among the others; a part that is there twice must be among the others twice. */
function without(parts: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return parts.filter((part) => {
    const place = left.indexOf(part)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

const SHOWN_CHARACTERS = 80

function firstDifference(wanted: string, got: string): { expected: string; found: string } {
  let place = 0
  while (place < wanted.length && wanted[place] === got[place]) place += 1
  const shown = (text: string) => text.slice(place, place + SHOWN_CHARACTERS)
  return { expected: shown(wanted), found: shown(got) }
}
