import { style } from './style.ts'

const GAP = '  '

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd()
  return [style('bold', line(heads)), ...rows.map(line)].join('\n')
}

/** Aligned `name  value` lines. */
export function fields(facts: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length))
  return Object.entries(facts)
    .map(([name, value]) => style('bold', name.padEnd(width)) + GAP + value)
    .join('\n')
}
