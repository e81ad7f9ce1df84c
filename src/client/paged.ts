interface Page<Item> {
  data: Item[]
  hasMore: boolean
}

/** A page of a list. `for await` goes on from it through all later pages, and calls for each when it comes to it. */
export type Paged<List extends Page<unknown>> = Promise<List> &
  AsyncIterable<List['data'][number], void, undefined>

export function paged<List extends Page<{ id: string }>>(
  callPage: (after: string | undefined) => Promise<List>,
  after: string | undefined,
): Paged<List> {
  const first = callPage(after)
  async function* items(): AsyncGenerator<List['data'][number], void, undefined> {
    let page = await first
    for (;;) {
      yield* page.data
      const last = page.data.at(-1)
      if (!page.hasMore || last === undefined) return
      page = await callPage(last.id)
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items })
}
