const CLAIM = 'skip locked'

/** What a claim returns comes in whatever order PostgreSQL finds it in: in a schedule, in that of the rows themselves. */
export function inOrder<Row>(text: string, rows: Row[]): Row[] {
  if (rows.length < 2 || !text.includes(CLAIM)) return rows
  return rows
    .map((row) => ({ row, place: JSON.stringify(row) }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ row }) => row)
}
