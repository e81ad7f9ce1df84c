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

interface Row {
  name: string
  what: string
  /** One for each column, with a verdict of each kind of caller. */
  cells: readonly (readonly CaseVerdict[])[]
}

/** A row per point, a column per outcome, a sign per shopper. */
export function matrixTable(
  cases: readonly Case[],
  verdicts: ReadonlyMap<Case, CaseVerdict>,
): string {
  const columns = OUTCOMES.filter((outcome) => cases.some((given) => given.outcome === outcome))
  const rows = POINTS.filter((point) => cases.some((given) => given.point === point))
  return signTable(
    columns.map(({ name }) => name),
    rows.map((point) => ({
      ...point,
      cells: columns.map((outcome) =>
        cases
          .filter((given) => given.point === point && given.outcome === outcome)
          .map((given) => verdicts.get(given) ?? 'missed'),
      ),
    })),
    'the shopper gives up, tries again with the same key, tries in a second tab',
  )
}

/** A row per point, with signs, and what they mean. */
export function signTable(columns: readonly string[], rows: readonly Row[], cell: string): string {
  const legend = columns.map((name, index) => `  ${letterOf(index)}  ${name}`)
  const head = `${''.padEnd(WIDTH)}${columns.map((_, index) => letterOf(index).padEnd(WIDTH)).join('')}`
  const lines = rows.map(({ name, what, cells }) => {
    const signs = cells.map((verdicts) => verdicts.map((verdict) => SIGNS[verdict]).join(''))
    return `${name.padEnd(WIDTH)}${signs.map((sign) => sign.padEnd(WIDTH)).join('')}${what}`
  })
  return `${[...legend, '', head, ...lines].join('\n')}\n\nIn each cell: ${cell}.\n${WORDS}\n`
}

const WORDS = `✓ held   ✗ broke a promise   ? the point was missed   ~ the processor's script prevented it   - cannot be\n`

function letterOf(index: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + index)
}
