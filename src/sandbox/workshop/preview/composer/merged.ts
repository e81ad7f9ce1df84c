/** Merges changes into an object; `undefined` removes a property. */
export function merged<Whole extends object>(
  whole: Whole,
  changes: { [Key in keyof Whole]?: Whole[Key] | undefined },
): Whole {
  const entries = Object.entries({ ...whole, ...changes })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Whole
}

/** `undefined` in place of an empty object. */
export function unlessEmpty<Whole extends object>(whole: Whole): Whole | undefined {
  return Object.keys(whole).length === 0 ? undefined : whole
}

/** A list with one item replaced. */
export function replaced<Item>(items: readonly Item[], place: number, item: Item): Item[] {
  return items.map((other, index) => (index === place ? item : other))
}

export function removed<Item>(items: readonly Item[], place: number): Item[] {
  return items.filter((_, index) => index !== place)
}
