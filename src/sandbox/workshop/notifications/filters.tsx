import { type FormEvent, useId, useState } from 'react'
import { EVENT_TYPES } from '../../../contract/event-types.ts'
import { SessionId } from '../../../contract/ids.ts'
import { VIEWED_STATES } from '../../../contract/viewer.ts'
import { STATE_WORDS } from './delivery-words.ts'

const FILTERS = ['type', 'state', 'sessionId'] as const
export type Filter = (typeof FILTERS)[number]

export function isFiltered(search: URLSearchParams): boolean {
  return FILTERS.some((name) => search.has(name))
}

/** The filters of the list. They are part of the address, so that a link keeps them. */
export function Filters({
  search,
  onChange,
}: {
  search: URLSearchParams
  onChange: (name: Filter, value: string) => void
}) {
  return (
    <search className="filters">
      <Choice
        label="Type"
        value={search.get('type') ?? ''}
        onChange={(value) => onChange('type', value)}
        options={[['', 'All types'], ...EVENT_TYPES.map((type) => [type, type] as const)]}
      />
      <Choice
        label="Delivery"
        value={search.get('state') ?? ''}
        onChange={(value) => onChange('state', value)}
        options={[
          ['', 'All'],
          ['failed', 'Failed, any way'],
          ...VIEWED_STATES.map((state) => [state, STATE_WORDS[state]] as const),
        ]}
      />
      <SessionFilter
        value={search.get('sessionId') ?? ''}
        onChange={(value) => onChange('sessionId', value)}
      />
    </search>
  )
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Filters once the input is a session's id, or empty. */
function SessionFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  const [typed, setTyped] = useState({ over: value, text: value })
  const text = typed.over === value ? typed.text : value
  const [isWrong, setIsWrong] = useState(false)

  function type(text: string) {
    const sessionId = text.trim()
    setTyped({ over: value, text })
    setIsWrong(false)
    if (isSessionId(sessionId) && sessionId !== value) onChange(sessionId)
  }

  function judge(event?: FormEvent) {
    event?.preventDefault()
    setIsWrong(!isSessionId(text.trim()))
  }

  return (
    <form className="filter session-filter" onSubmit={judge}>
      <label htmlFor={id}>Session</label>
      <input
        id={id}
        value={text}
        placeholder="cs_…"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => type(event.target.value)}
        onBlur={() => judge()}
      />
      {isWrong && (
        <p id={`${id}-wrong`} className="problem">
          A session’s id is cs_ and 22 letters and digits.
        </p>
      )}
    </form>
  )
}

function isSessionId(text: string): boolean {
  return text === '' || SessionId.safeParse(text).success
}
