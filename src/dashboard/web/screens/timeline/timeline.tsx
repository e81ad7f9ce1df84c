import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import type { Timeline } from '#contract/dashboard/timeline.ts'
import type { TimelineAnswer } from '#contract/dashboard/timeline-answer.ts'
import { disputeAddress } from '#domain/dashboard/addresses.ts'
import { dashboardTagOf, writeExplanation } from '#words/dashboard-words.ts'
import { Refused } from '../../calls/call.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { noteSeen } from '../../looked-at.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DisputeMark } from '../../parts/dispute-mark.tsx'
import { Money } from '../../parts/money.tsx'
import { StandingMark, StandingMoney } from '../../parts/standing.tsx'
import { Time } from '../../parts/time.tsx'
import { useZone } from '../../parts/zone.ts'
import { type Deps, useDeps } from '../../deps.ts'
import { useLanguage, useTranslate } from '../../words/use-language.ts'
import { labelOfReference } from './label-of-reference.ts'
import { Lanes } from './lanes.tsx'
import { TimelineActions } from './timeline-actions.tsx'
import { Payer } from './payer.tsx'
import { timelineQuery } from './timeline-query.ts'

/** Loads the timeline. Throws `Refused` (404) when the address has another merchant. */
export async function loadTimeline(
  deps: Deps,
  { params }: Pick<LoaderFunctionArgs, 'params'>,
): Promise<null> {
  const query = timelineQuery(deps, params['sessionId'] ?? '')
  const { timeline } = await deps.queryClient.ensureQueryData(query)
  if (timeline.merchant.id !== params['merchantId']) throw new Refused(404, 'not_found', '')
  return null
}

/** `/m/:merchantId/payments/:sessionId`: what became of a session, for a person who is asked about it on the phone. */
export function TimelineScreen() {
  const t = useTranslate()
  const { sessionId = '' } = useParams()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useSuspenseQuery(
    timelineQuery(useDeps(), sessionId),
  )
  const { standing } = data
  const { session, merchant } = data.timeline
  useEffect(() => {
    noteSeen({
      sessionId: session.id,
      merchantId: merchant.id,
      merchantName: merchant.name,
      orderReference: session.orderReference,
      standing,
    })
  }, [session, merchant, standing])

  return (
    <article className="timeline">
      <header className="timeline-head">
        <div>
          <ScreenHeading>
            {t('timeline.title', { order: session.orderReference ?? session.id })}
          </ScreenHeading>
          <p className="hint">
            <span>{merchant.name}</span>
            {' · '}
            <code>{session.id}</code> <CopyButton text={session.id} what={t('timeline.session')} />
          </p>
        </div>
        <p className="timeline-amount">
          <StandingMark of={standing} /> <StandingMoney of={standing} />
        </p>
      </header>
      <TimelineActions timeline={data.timeline} />
      <Verdict answer={data} />
      <Disputes timeline={data.timeline} />
      <Payer sessionId={session.id} answer={data} />
      <Facts answer={data} />
      <Lanes lines={data.lines} timeline={data.timeline} />
      <footer className="timeline-foot hint">
        <span>
          {t('timeline.as-of')} <Time at={new Date(dataUpdatedAt).toISOString()} />
        </span>
        <button type="button" className="quiet" onClick={() => void refetch()}>
          {t(isFetching ? 'app.loading' : 'timeline.refresh')}
        </button>
        <button type="button" className="quiet" onClick={() => window.print()}>
          {t('timeline.print')}
        </button>
        <span role="alert" className="trouble">
          {error !== null && t('timeline.stale')}
        </span>
      </footer>
    </article>
  )
}

/** The verdict, then what to tell the shopper, then what to do. Times in its sentences name their zone. */
function Verdict({ answer: { explanation, timeline } }: { answer: TimelineAnswer }) {
  const { tag, t } = useLanguage()
  const { timeZone: own } = useZone()
  const { shopperLocale, timeZone } = timeline
  const language = dashboardTagOf(tag)
  const { verdict, next } = writeExplanation(explanation, {
    language,
    shopperLocale,
    timeZone: own,
  })
  // The text for the shopper has times in the shop's zone, whatever zone the reader has chosen.
  const { say: toShopper } = writeExplanation(explanation, { language, shopperLocale, timeZone })
  return (
    <div className="verdict">
      <output>
        <span className="visually-hidden">{`${t('timeline.verdict')}: `}</span>
        <span>{verdict}</span>
      </output>
      <section aria-labelledby="say">
        <h2 id="say">{t('timeline.say')}</h2>
        <blockquote lang={toShopper.language}>{toShopper.text}</blockquote>
        <CopyButton text={toShopper.text} what={t('timeline.copy-say')} />
      </section>
      <section aria-labelledby="next">
        <h2 id="next">{t('timeline.next')}</h2>
        <p>{next}</p>
      </section>
    </div>
  )
}

function Disputes({ timeline: { disputes, merchant } }: { timeline: Timeline }) {
  const t = useTranslate()
  if (disputes.length === 0) return null
  return (
    <section aria-labelledby="disputes">
      <h2 id="disputes">{t('disputes.title')}</h2>
      <ul className="rows">
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <DisputeMark status={dispute.status} />{' '}
            <Link to={disputeAddress(merchant.id, dispute.id)}>
              {t(`dispute.stage.${dispute.stage}`)}
            </Link>{' '}
            <Money amount={dispute.amount} currency={dispute.currency} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ answer: { timeline } }: { answer: TimelineAnswer }) {
  const t = useTranslate()
  const { session, payments } = timeline
  const references = payments.flatMap((payment) => Object.entries(payment.references))
  return (
    <dl className="facts">
      <div>
        <dt>{t('timeline.created')}</dt>
        <dd>
          <Time at={session.createdAt} />
        </dd>
      </div>
      <div>
        <dt>{t('timeline.expires')}</dt>
        <dd>
          <Time at={session.expiresAt} />
        </dd>
      </div>
      {references.map(([name, reference]) => {
        const label = labelOfReference(t, name)
        return (
          <div key={`${name} ${reference}`}>
            <dt>{label}</dt>
            <dd>
              <code>{reference}</code> <CopyButton text={reference} what={label} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
