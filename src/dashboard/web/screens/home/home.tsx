import { Link } from 'react-router'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { StandingMark, StandingMoney } from '../../parts/standing.tsx'
import { timelineAddress } from '../../parts/timeline-address.ts'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { JustNow } from './just-now.tsx'
import { NeedsYou } from './needs.tsx'
import { lookedAt } from '../../looked-at.ts'

/** `/`: the start page, with the find box above it. */
export function Home() {
  const t = useTranslate()
  const { additions } = useDeps()
  const looked = lookedAt()
  return (
    <>
      <ScreenHeading takesFocus={false}>{t('home.title')}</ScreenHeading>
      <p className="lead">{t('home.lead')}</p>
      {additions.home}
      <NeedsYou />
      <JustNow />
      <section aria-labelledby="looked-at">
        <h2 id="looked-at">{t('home.recent')}</h2>
        {looked.length === 0 ? (
          <div className="empty">
            <p>{t('home.none')}</p>
            <p className="hint">{t('home.none-text')}</p>
          </div>
        ) : (
          <ul className="rows hits">
            {looked.map((seen) => (
              <li key={seen.sessionId}>
                <span className="hit-amount">
                  <StandingMoney of={seen.standing} />
                </span>
                <StandingMark of={seen.standing} />
                <span className="hit-main">
                  <Link to={timelineAddress(seen.merchantId, seen.sessionId)}>
                    {seen.orderReference ?? seen.sessionId}
                  </Link>{' '}
                  <span className="hint">{seen.merchantName}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
