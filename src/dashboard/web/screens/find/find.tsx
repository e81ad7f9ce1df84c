import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { FindHit } from '#contract/dashboard/find.ts'
import { interpretFind, type Reading } from '#domain/find-query.ts'
import { textIn } from '#domain/dashboard/addresses.ts'
import { findQuery } from '../../find/find-query.ts'
import { pastedKeyQuery } from '../../find/pasted-key.ts'
import { ErrorScreen } from '../../layout/error-view.tsx'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { Skeleton } from '../../layout/skeleton.tsx'
import { useDeps } from '../../deps.ts'
import { useLanguage, useTranslate } from '../../words/use-language.ts'
import { EventRow, KeyRow, MerchantRow, SessionRow } from './hit-rows.tsx'
import { PastedKey } from './pasted-key.tsx'

/** `/find#q=`: how a text was interpreted, and its results. */
export function FindScreen() {
  const { hash, search } = useLocation()
  const t = useTranslate()
  const { data: pasted } = useQuery(pastedKeyQuery)
  const text = textIn(hash)
  if (text !== '') return <Results key={text} text={text} />
  if (new URLSearchParams(search).has('key') && pasted != null) return <PastedKey answer={pasted} />
  return (
    <>
      <ScreenHeading takesFocus={false}>{t('find.title')}</ScreenHeading>
      <p className="lead">{t('find.empty')}</p>
    </>
  )
}

function Results({ text }: { text: string }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(findQuery(useDeps(), text))
  if (data === undefined)
    return error === null ? (
      <Skeleton />
    ) : (
      <ErrorScreen error={error} onAgain={() => void refetch()} />
    )
  const { hits, hasMore } = data
  return (
    <>
      <ScreenHeading>
        {hits.length === 0 ? t('find.nothing') : t('find.result', { count: hits.length })}
      </ScreenHeading>
      <Understood text={text} />
      {hits.length === 0 && <p className="lead">{t('find.nothing-text')}</p>}
      <Hits hits={hits} />
      {hasMore && <p className="hint">{t('find.more')}</p>}
    </>
  )
}

function Hits({ hits }: { hits: readonly FindHit[] }) {
  const t = useTranslate()
  const sessions = hits.filter((hit) => hit.kind === 'session')
  const merchants = hits.filter((hit) => hit.kind === 'merchant')
  const events = hits.filter((hit) => hit.kind === 'event')
  const keys = hits.filter((hit) => hit.kind === 'key')
  return (
    <>
      {sessions.length > 0 && (
        <section aria-labelledby="sessions">
          <h2 id="sessions">{t('find.sessions', { count: sessions.length })}</h2>
          <ul className="rows hits">
            {sessions.map((hit) => (
              <SessionRow key={`${hit.id} ${hit.payment?.id}`} hit={hit} />
            ))}
          </ul>
        </section>
      )}
      {events.length > 0 && (
        <section aria-labelledby="events">
          <h2 id="events">{t('find.events')}</h2>
          <ul className="rows">
            {events.map((hit) => (
              <EventRow key={hit.id} hit={hit} />
            ))}
          </ul>
        </section>
      )}
      {merchants.length > 0 && (
        <section aria-labelledby="merchants">
          <h2 id="merchants">{t('find.merchants')}</h2>
          <ul className="rows">
            {merchants.map((hit) => (
              <MerchantRow key={hit.id} hit={hit} />
            ))}
          </ul>
        </section>
      )}
      {keys.length > 0 && (
        <section aria-labelledby="keys">
          <h2 id="keys">{t('find.keys')}</h2>
          <ul className="rows">
            {keys.map((hit) => (
              <KeyRow key={hit.id} hit={hit} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** How the text is interpreted. The page has the server's rules, so it needs no call for this. */
function Understood({ text }: { text: string }) {
  const t = useTranslate()
  const { locale } = useLanguage()
  const meaning = interpretFind(text)
  if (!meaning.isSearchable || meaning.readings.length === 0) return null
  const names = new Set(meaning.readings.map((reading) => nameOf(reading)))
  return (
    <p className="understood">
      <span>{t('find.understood')}</span>
      {[...names].map((name) => (
        <span key={name} className="chip">
          {name}
        </span>
      ))}
    </p>
  )

  function nameOf(reading: Reading): string {
    const amount = 'decimal' in reading ? decimal(reading.decimal) : ''
    if (reading.kind === 'lastFour')
      return t('reading.lastFour', { lastFour: reading.lastFour, amount })
    if (reading.kind === 'amount') return t('reading.amount', { amount })
    return t(`reading.${reading.kind}`)
  }

  function decimal(text: string): string {
    const minimumFractionDigits = /\.\d/.test(text) ? 2 : 0
    return new Intl.NumberFormat(locale, { minimumFractionDigits }).format(Number(text))
  }
}
