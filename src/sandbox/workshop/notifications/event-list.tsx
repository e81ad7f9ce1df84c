import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Viewer } from '../../../contract/viewer.ts'
import { useTitle } from '../layout/use-title.ts'
import { NoEvents } from './no-events.tsx'
import { EventRow } from './event-row.tsx'
import { type Filter, Filters, isFiltered } from './filters.tsx'
import { useEvents } from './queries.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useNow } from './use-now.ts'
import { useSendAgain } from './use-send-again.ts'

const PAGE_SIZE = '50'
const NOTHING: { address: string; ids: ReadonlySet<string> } = { address: '', ids: new Set() }

/** The list of events, newest first, polled for changes. */
export function EventList({ viewer }: { viewer: Viewer }) {
  useTitle('Notifications')
  const now = useNow(viewer)
  const [search, setSearch] = useSearchParams()
  const query = new URLSearchParams(search)
  query.set('limit', PAGE_SIZE)
  const { data, isPending, isError, isPlaceholderData } = useEvents(query)
  const replay = useSendAgain()
  const address = search.toString()
  const [selection, setSelection] = useState(NOTHING)
  // A selection ends with its list: only visible events are sent again.
  const selected = selection.address === address ? selection.ids : NOTHING.ids
  const setSelected = (ids: Iterable<string>) => setSelection({ address, ids: new Set(ids) })

  function narrow(name: Filter, value: string) {
    const next = new URLSearchParams(search)
    next.delete('after')
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next)
  }

  function select(id: string, isSelected: boolean) {
    const next = new Set(selected)
    if (isSelected) next.add(id)
    else next.delete(id)
    setSelected(next)
  }

  const events = data?.data ?? []
  const inSight = events.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const results = new Map(replay.data?.data.map(({ eventId, result }) => [eventId, result]))
  const isFirstPage = !search.has('after')
  const isNarrowed = isFiltered(search)

  return (
    <>
      <h1>Notifications</h1>
      {(events.length > 0 || isNarrowed) && <Filters search={search} onChange={narrow} />}
      <output className="problem">
        {isError && 'The checkout does not answer; this is what was known last. It is asked again.'}
      </output>
      {events.length > 0 && (
        <SelectionBar
          total={events.length}
          selected={inSight.length}
          onSelectAll={(all) => setSelected(all ? events.map(({ id }) => id) : [])}
          replay={replay}
          onSendAgain={() => replay.send(inSight, () => setSelected([]))}
        />
      )}
      {data !== undefined && events.length === 0 && (
        <NoEvents viewer={viewer} isNarrowed={isNarrowed} isFirstPage={isFirstPage} />
      )}
      {events.length > 0 && (
        <ul
          className="event-list"
          aria-label="Events, newest first"
          aria-busy={isPending || isPlaceholderData}
        >
          {events.map((event) => (
            <EventRow
              key={event.id}
              event={event}
              now={now}
              search={address}
              isSelected={selected.has(event.id)}
              onSelect={(isSelected) => select(event.id, isSelected)}
              replayed={results.get(event.id)}
            />
          ))}
        </ul>
      )}
      <nav className="pager" aria-label="Pages">
        {!isFirstPage && <Link to={`?${without(search, 'after')}`}>Newest</Link>}
        {data?.hasMore === true && !isPlaceholderData && (
          <Link to={`?${older(search, events.at(-1)?.id ?? '')}`}>Older</Link>
        )}
      </nav>
    </>
  )
}

function older(search: URLSearchParams, after: string): URLSearchParams {
  const next = new URLSearchParams(search)
  next.set('after', after)
  return next
}

function without(search: URLSearchParams, name: string): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete(name)
  return next
}
