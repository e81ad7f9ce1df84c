const CLAIM = 'skip locked'

/** PostgreSQL returns claimed rows in any order: sort them, so that a schedule is deterministic. */
export function inOrder<Row>(text: string, rows: Row[]): Row[] {
  if (rows.length < 2 || !text.includes(CLAIM)) return rows
  return rows
    .map((row) => ({ row, place: JSON.stringify(row) }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ row }) => row)
}
