import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EVENT_TYPES } from '#contract/event-types.ts'
import type { WebhookEventRow } from '#contract/dashboard/webhook.ts'
import { ActionTrouble } from '../../actions/action-trouble.tsx'
import { useExtent } from '../../actions/may.ts'
import { useAction } from '../../actions/use-action.ts'
import { webhookEventsQuery } from '../../calls/webhook-queries.ts'
import { EventStateMark, useAnswerText } from '../../parts/event-state.tsx'
import { Time } from '../../parts/time.tsx'
import { webhookAddress } from '#domain/dashboard/addresses.ts'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { ReplayAll } from './replay-all.tsx'
import {
  ANSWERS,
  eventsSearch,
  type FilterName,
  isFiltered,
  replayFilterOf,
  SPANS,
  STATES,
} from './webhook-filters.ts'

/** Events with the state of their last delivery. The filters are in the address. */
export function EventList({
  merchantId,
  failingSince,
  search,
  ownNow,
  hasEndpoint,
}: EventListProps) {
  const t = useTranslate()
  const asked = eventsSearch(search)
  const deps = useDeps()
  const { data } = useSuspenseQuery(webhookEventsQuery(deps, merchantId, asked))
  const replayFilter = replayFilterOf(search)
  const { items: rows, hasMore, after, lookedBackTo } = data
  const olderSearch = new URLSearchParams(search)
  if (after !== null) olderSearch.set('after', after)
  const newestSearch = new URLSearchParams(search)
  newestSearch.delete('after')
  return (
    <section aria-labelledby="events">
      <h2 id="events">{t('webhook.events')}</h2>
      <Filters search={search} failingSince={failingSince} ownNow={ownNow} />
      {hasEndpoint && replayFilter !== undefined && (
        <p className="replay-all">
          <ReplayAll merchantId={merchantId} filter={replayFilter} />
        </p>
      )}
      {rows.length === 0 ? (
        <Nothing search={search} />
      ) : (
        <Rows key={asked} merchantId={merchantId} rows={rows} hasEndpoint={hasEndpoint} />
      )}
      <p className="webhook-pages hint">
        {lookedBackTo !== null && hasMore && (
          <span>
            {t('webhook.looked-back')} <Time at={lookedBackTo} />
          </span>
        )}
        {search.has('after') && (
          <Link to={`?${newestSearch.toString()}`}>{t('webhook.newest')}</Link>
        )}
        {hasMore && <Link to={`?${olderSearch.toString()}`}>{t('webhook.older')}</Link>}
      </p>
    </section>
  )
}

interface EventListProps {
  merchantId: string
  failingSince: string | null
  search: URLSearchParams
  /** The time of the merchant's own clock; null: the merchant lives in real time. */
  ownNow: string | null
  hasEndpoint: boolean
}

function Nothing({ search }: { search: URLSearchParams }) {
  const t = useTranslate()
  const isNarrowed = isFiltered(search) || search.has('after')
  return (
    <div className="empty">
      <p>{t(isNarrowed ? 'webhook.nothing-like-this' : 'webhook.no-events')}</p>
      {isNarrowed ? (
        <p>
          <Link to="?">{t('webhook.show-all')}</Link>
        </p>
      ) : (
        <p className="hint">{t('webhook.no-events-text')}</p>
      )}
    </div>
  )
}

function Rows({ merchantId, rows, hasEndpoint }: RowsProps) {
  const t = useTranslate()
  const maySend = useExtent('deliveries:replay', merchantId) !== undefined && hasEndpoint
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState<number>()
  const replay = useAction('event.replay', ({ replays }) => {
    setSent(replays.length)
    setSelected(new Set())
  })
  const eventIds = rows.flatMap(({ id }) => (selected.has(id) ? [id] : []))

  function select(ids: readonly string[], isSelected: boolean) {
    setSent(undefined)
    const next = new Set(selected)
    for (const id of ids)
      if (isSelected) next.add(id)
      else next.delete(id)
    setSelected(next)
  }

  return (
    <>
      {maySend && (
        <div className="selection">
          <label className="check">
            <input
              type="checkbox"
              checked={eventIds.length === rows.length}
              onChange={({ target }) =>
                select(
                  rows.map(({ id }) => id),
                  target.checked,
                )
              }
            />
            {t('webhook.select-all')}
          </label>
          <button
            type="button"
            className="quiet"
            aria-disabled={eventIds.length === 0 || replay.isPending}
            onClick={() => {
              if (eventIds.length > 0 && !replay.isPending) replay.mutate({ merchantId, eventIds })
            }}
          >
            {replay.isPending
              ? t('dashboard-action.pending')
              : eventIds.length === 0
                ? t('webhook.send-none')
                : t('webhook.send-selected', { count: eventIds.length })}
          </button>
          <output>{sent !== undefined && t('webhook.sent', { count: sent })}</output>
          <ActionTrouble error={replay.error} />
        </div>
      )}
      <ul className="rows events">
        {rows.map((row) => (
          <Row
            key={row.id}
            merchantId={merchantId}
            row={row}
            isSelected={maySend ? selected.has(row.id) : undefined}
            onSelect={(isSelected) => select([row.id], isSelected)}
          />
        ))}
      </ul>
    </>
  )
}

interface RowsProps {
  merchantId: string
  rows: readonly WebhookEventRow[]
  hasEndpoint: boolean
}

function Row({ merchantId, row, isSelected, onSelect }: RowProps) {
  const t = useTranslate()
  const text = useAnswerText()
  const { id, type, orderReference, sessionId, createdAt, state, attempts, nextAttemptAt } = row
  const about = orderReference ?? sessionId ?? t('webhook.no-session')
  const answer = text({ statusCode: row.lastStatusCode, error: row.lastError })
  return (
    <li>
      {isSelected !== undefined && (
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t('webhook.select', { type, about })}
          onChange={({ target }) => onSelect(target.checked)}
        />
      )}
      <EventStateMark state={state} />
      <span className="hit-main">
        <Link to={webhookAddress(merchantId, id)}>{type}</Link>{' '}
        <span className="hint">{about}</span>
      </span>
      <span className="hint">
        <span>{answer}</span>
        {attempts > 1 && <span>{` · ${t('webhook.attempts', { count: attempts })}`}</span>}
      </span>
      {state === 'retrying' && nextAttemptAt !== null && (
        <span className="hint">
          {t('webhook.next')} <Time at={nextAttemptAt} as="clock" />
        </span>
      )}
      <span className="hint">
        <Time at={createdAt} />
      </span>
    </li>
  )
}

interface RowProps {
  merchantId: string
  row: WebhookEventRow
  /** Undefined when rows cannot be selected, since no dashboard action is possible. */
  isSelected: boolean | undefined
  onSelect: (isSelected: boolean) => void
}

function Filters({
  search,
  failingSince,
  ownNow,
}: Pick<EventListProps, 'search' | 'failingSince' | 'ownNow'>) {
  const t = useTranslate()
  const [, setSearch] = useSearchParams()

  function set(name: FilterName, value: string) {
    const next = new URLSearchParams(search)
    next.delete('after')
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { preventScrollReset: true })
  }

  const since = search.get('since') ?? ''
  const [now] = useState(() => (ownNow === null ? Date.now() : Date.parse(ownNow)))
  const spans = Object.entries(SPANS).map(
    ([name, span]) =>
      [
        new Date(now - span).toISOString(),
        t(`webhook.since.${name as keyof typeof SPANS}`),
      ] as const,
  )
  const times = [
    ...spans,
    ...(failingSince === null ? [] : [[failingSince, t('webhook.since.failing')] as const]),
  ]
  const isOther = since !== '' && !times.some(([time]) => time === since)
  return (
    <search className="webhook-filters">
      <Choice
        label={t('webhook.filter.state')}
        value={search.get('state') ?? ''}
        onChange={(value) => set('state', value)}
        options={STATES.map((state) => [state, t(`webhook.state.${state}`)])}
      />
      <Choice
        label={t('webhook.filter.type')}
        value={search.get('type') ?? ''}
        onChange={(value) => set('type', value)}
        options={EVENT_TYPES.map((type) => [type, type])}
      />
      <Choice
        label={t('webhook.filter.answer')}
        value={search.get('answer') ?? ''}
        onChange={(value) => set('answer', value)}
        options={ANSWERS.map((answer) => [
          answer,
          answer === 'none' ? t('webhook.no-answer') : answer,
        ])}
      />
      <Choice
        label={t('webhook.filter.since')}
        value={since}
        onChange={(value) => set('since', value)}
        options={isOther ? [...times, [since, since]] : times}
      />
      <SessionFilter
        key={search.get('sessionId')}
        value={search.get('sessionId') ?? ''}
        onChange={(value) => set('sessionId', value)}
      />
    </search>
  )
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const t = useTranslate()
  const isKnown = value === '' || options.some(([name]) => name === value)
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('webhook.filter.any')}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

const SESSION_ID = /^cs_[0-9A-Za-z]{22}$/

function SessionFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslate()
  const id = useId()
  const [text, setText] = useState(value)
  const [isWrong, setIsWrong] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    const asked = text.trim()
    const isRight = asked === '' || SESSION_ID.test(asked)
    setIsWrong(!isRight)
    if (isRight && asked !== value) onChange(asked)
  }

  return (
    <form onSubmit={submit}>
      <label htmlFor={id}>{t('webhook.filter.session')}</label>
      <input
        id={id}
        value={text}
        placeholder="cs_…"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      {isWrong && (
        <p id={`${id}-wrong`} className="trouble">
          {t('webhook.filter.session-wrong')}
        </p>
      )}
    </form>
  )
}
