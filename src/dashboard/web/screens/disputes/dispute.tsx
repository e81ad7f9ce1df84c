import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import type { DisputeAnswer, DisputeNote } from '#contract/dashboard/disputes.ts'
import { formatInstant } from '#domain/format-date.ts'
import { useExtent } from '../../actions/may.ts'
import { Refused } from '../../calls/call.ts'
import { Trouble } from '../../layout/error-view.tsx'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DisputeMark } from '../../parts/dispute-mark.tsx'
import { Money } from '../../parts/money.tsx'
import { timelineAddress } from '../../parts/timeline-address.ts'
import { Time } from '../../parts/time.tsx'
import { type Deps, useDeps } from '../../deps.ts'
import { useLanguage, useTranslate } from '../../words/use-language.ts'
import { disputeQuery } from './dispute-query.ts'
import { NoteButton } from './note-button.tsx'

/** Loads the dispute. Throws `Refused` (404) when the address has another merchant. */
export async function loadDispute(
  deps: Deps,
  { params }: Pick<LoaderFunctionArgs, 'params'>,
): Promise<null> {
  const query = disputeQuery(deps, params['disputeId'] ?? '')
  const { dispute } = await deps.queryClient.ensureQueryData(query)
  if (dispute.merchantId !== params['merchantId']) throw new Refused(404, 'not_found', '')
  return null
}

/** `/m/:merchantId/disputes/:disputeId`: what is contested, by when it is to be answered, and what happened. */
export function DisputeScreen() {
  const t = useTranslate()
  const { disputeId = '' } = useParams()
  const { data, error } = useSuspenseQuery(disputeQuery(useDeps(), disputeId))
  const { dispute, merchantName, orderReference } = data
  const { merchantId, sessionId, status, amount, currency } = dispute
  const mayNote = useExtent('disputes:write', merchantId) !== undefined
  const persons = useExtent('persons:read', merchantId)
  const readsPersons = persons === 'all' || persons === 'on_request'
  return (
    <article className="timeline">
      <header className="timeline-head">
        <div>
          <ScreenHeading>
            {t('dispute.title', { order: orderReference ?? sessionId })}
          </ScreenHeading>
          <p className="hint">
            <span>{merchantName}</span>
            {' · '}
            <code>{dispute.id}</code> <CopyButton text={dispute.id} what={t('dispute.id')} />
          </p>
        </div>
        <p className="timeline-amount">
          <DisputeMark status={status} /> <Money {...{ amount, currency }} />
        </p>
      </header>
      <div className="timeline-actions">
        <Link to={timelineAddress(merchantId, sessionId)}>{t('dispute.payment')}</Link>
        <a href={`/api/disputes/${disputeId}/evidence`} download>
          {t('dispute.evidence')}
        </a>
        {readsPersons && (
          <a href={`/api/disputes/${disputeId}/evidence?persons=yes`} download>
            {t('dispute.evidence-persons')}
          </a>
        )}
        {mayNote && <NoteButton {...{ merchantId, disputeId }} />}
      </div>
      <p>{t(`dispute.next.${status}`)}</p>
      <Facts answer={data} />
      <Steps answer={data} />
      <Notes notes={data.notes} />
      <Trouble error={error} />
    </article>
  )
}

function Facts({ answer: { dispute, timeZone } }: { answer: DisputeAnswer }) {
  const { t, locale } = useLanguage()
  const { stage, respondBy, respondByIsProven, closedAt, network, reasonCode, reason } = dispute
  const reference = dispute.processorReference
  return (
    <dl className="facts">
      <Fact name={t('disputes.stage')}>{t(`dispute.stage.${stage}`)}</Fact>
      <Fact name={t('disputes.due')}>
        {respondBy === null ? (
          t('dispute.no-deadline')
        ) : (
          <>
            <time dateTime={respondBy} title={respondBy}>
              {formatInstant(respondBy, locale, timeZone)}
            </time>{' '}
            <span className="hint">
              {t(respondByIsProven ? 'dispute.deadline-said' : 'dispute.deadline-unproven')}
            </span>
          </>
        )}
      </Fact>
      <Fact name={t('dispute.reason')}>
        {[network, reasonCode, reason].filter((part) => part !== null).join(' · ') || '–'}
      </Fact>
      <Fact name={t('reference.processorReference')}>
        <code>{reference}</code>{' '}
        <CopyButton text={reference} what={t('reference.processorReference')} />
      </Fact>
      <Fact name={t('disputes.opened')}>
        <Time at={dispute.openedAt} />
      </Fact>
      {closedAt !== null && (
        <Fact name={t('dispute.closed')}>
          <Time at={closedAt} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Steps({ answer: { dispute } }: { answer: DisputeAnswer }) {
  const t = useTranslate()
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">{t('timeline.lines')}</h2>
      <ol className="rows">
        {dispute.steps.map(({ kind, at }) => (
          <li key={kind}>
            <span className="hint">
              <Time at={at} />
            </span>{' '}
            <span>{t(`dispute.step.${kind}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Notes({ notes }: { notes: readonly DisputeNote[] }) {
  const t = useTranslate()
  if (notes.length === 0) return null
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">{t('dispute.notes')}</h2>
      <ol className="rows">
        {notes.map(({ at, note, isAnswered }, index) => (
          <li key={`${at} ${index}`}>
            <span className="hint">
              <Time at={at} />
            </span>{' '}
            {isAnswered && <strong>{t('dispute.answered')}</strong>} {note}
          </li>
        ))}
      </ol>
    </section>
  )
}
