/** Rows by key, in the order of their creation. */
export interface Table<Row, Index extends string = never> {
  get(key: string): Row | undefined
  all(): Row[]
  size(): number
  /** The rows with this value in an index, oldest first. */
  where(index: Index, value: string): [key: string, row: Row][]
  put(key: string, row: Row): void
  delete(key: string): void
}

/** What an index reads from a row; undefined leaves it out. */
export type Indexes<Row, Index extends string> = Readonly<
  Record<Index, (row: Row) => string | undefined>
>

/** `write` is called before each change; `load` sets rows without it. */
export function createTable<Row, Index extends string>(
  indexes: Indexes<Row, Index>,
  write: (key: string, row: Row | undefined) => void,
): Table<Row, Index> & { load: (key: string, row: Row | undefined) => void } {
  const rows = new Map<string, Row>()
  const keys = new Map<string, Set<string>>()
  const names = Object.keys(indexes) as Index[]
  const slotsOf = (row: Row | undefined) =>
    names.flatMap((name) => {
      const value = row === undefined ? undefined : indexes[name](row)
      return value === undefined ? [] : [`${name} ${value}`]
    })

  function load(key: string, row: Row | undefined): void {
    const [before, after] = [slotsOf(rows.get(key)), slotsOf(row)]
    // A row keeps its place in the slots that it stays in.
    for (const slot of before) if (!after.includes(slot)) keys.get(slot)?.delete(key)
    for (const slot of after) keys.set(slot, (keys.get(slot) ?? new Set()).add(key))
    if (row === undefined) rows.delete(key)
    else rows.set(key, row)
  }

  return {
    get: (key) => rows.get(key),
    all: () => [...rows.values()],
    size: () => rows.size,
    where(index, value) {
      const found = [...(keys.get(`${index} ${value}`) ?? [])]
      return found.flatMap((key) => {
        const row = rows.get(key)
        return row === undefined ? [] : [[key, row] as [string, Row]]
      })
    },
    put(key, row) {
      write(key, row)
      load(key, row)
    },
    delete(key) {
      write(key, undefined)
      load(key, undefined)
    },
    load,
  }
}
