import { OUTCOMES } from './outcomes.ts'
import { POINTS } from './points.ts'
import type { Case } from './run-case.ts'
import type { CaseVerdict } from './verdict.ts'

const SIGNS: Record<CaseVerdict, string> = {
  held: '✓',
  broken: '✗',
  missed: '?',
  prevented: '~',
  impossible: '-',
}
const WIDTH = 6

/** A row per point, a column per outcome, a sign per shopper. */
export function matrixTable(
  cases: readonly Case[],
  verdicts: ReadonlyMap<Case, CaseVerdict>,
): string {
  const columns = OUTCOMES.filter((outcome) => cases.some((given) => given.outcome === outcome))
  const rows = POINTS.filter((point) => cases.some((given) => given.point === point))
  const legend = columns.map(({ name }, index) => `  ${letterOf(index)}  ${name}`)
  const head = `${''.padEnd(WIDTH)}${columns.map((_, index) => letterOf(index).padEnd(WIDTH)).join('')}`
  const lines = rows.map((point) => {
    const cells = columns.map((outcome) =>
      cases
        .filter((given) => given.point === point && given.outcome === outcome)
        .map((given) => SIGNS[verdicts.get(given) ?? 'missed'])
        .join('')
        .padEnd(WIDTH),
    )
    return `${point.name.padEnd(WIDTH)}${cells.join('')}${point.what}`
  })
  return `${[...legend, '', head, ...lines].join('\n')}\n\n${WORDS}\n`
}

const WORDS = `In each cell: the shopper gives up, tries again with the same key, tries in a second tab.
✓ held   ✗ broke a promise   ? the point was missed   ~ the processor's script prevented it   - cannot be\n`

function letterOf(index: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + index)
}
