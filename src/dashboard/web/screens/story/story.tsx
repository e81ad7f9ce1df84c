import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import type { StoryAnswer } from '#contract/dashboard/story-answer.ts'
import { dashboardTagOf, writeExplanation } from '#words/dashboard-words.ts'
import { Refused } from '../../calls/call.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { noteSeen } from '../../looked-at.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Mark, toneOfSession } from '../../parts/mark.tsx'
import { Money } from '../../parts/money.tsx'
import { Time } from '../../parts/time.tsx'
import { useZone } from '../../parts/zone.ts'
import { type Surroundings, useSurroundings } from '../../surroundings.ts'
import { useLanguage, useSay } from '../../words/use-language.ts'
import { labelOfReference } from './label-of-reference.ts'
import { Lanes } from './lanes.tsx'
import { StoryActs } from './story-acts.tsx'
import { Payer } from './payer.tsx'
import { storyQuery } from './story-query.ts'

/** Loads the story. Throws `Refused` (404) when the address has another merchant. */
export async function loadStory(
  surroundings: Surroundings,
  { params }: Pick<LoaderFunctionArgs, 'params'>,
): Promise<null> {
  const query = storyQuery(surroundings, params['sessionId'] ?? '')
  const { story } = await surroundings.queryClient.ensureQueryData(query)
  if (story.merchant.id !== params['merchantId']) throw new Refused(404, 'not_found', '')
  return null
}

/** `/m/:merchantId/payments/:sessionId`: what became of a session, for a person who is asked about it on the phone. */
export function StoryScreen() {
  const say = useSay()
  const { sessionId = '' } = useParams()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useSuspenseQuery(
    storyQuery(useSurroundings(), sessionId),
  )
  const { session, merchant } = data.story
  useEffect(() => {
    noteSeen({
      sessionId: session.id,
      merchantId: merchant.id,
      merchantName: merchant.name,
      orderReference: session.orderReference,
      amount: session.amount,
      currency: session.currency,
    })
  }, [session, merchant])

  return (
    <article className="story">
      <header className="story-head">
        <div>
          <ScreenHeading>
            {say('story.title', { order: session.orderReference ?? session.id })}
          </ScreenHeading>
          <p className="hint">
            {merchant.name} · <code>{session.id}</code>{' '}
            <CopyButton text={session.id} what={say('story.session')} />
          </p>
        </div>
        <p className="story-amount">
          <Mark tone={toneOfSession(session.status)}>{say(`status.${session.status}`)}</Mark>{' '}
          <Money amount={session.amount} currency={session.currency} />
        </p>
      </header>
      <StoryActs story={data.story} />
      <Verdict answer={data} />
      <Payer sessionId={session.id} answer={data} />
      <Facts answer={data} />
      <Lanes lines={data.lines} story={data.story} />
      <footer className="story-foot hint">
        <span>
          {say('story.as-of')} <Time at={new Date(dataUpdatedAt).toISOString()} />
        </span>
        <button type="button" className="quiet" onClick={() => void refetch()}>
          {say(isFetching ? 'app.loading' : 'story.refresh')}
        </button>
        <button type="button" className="quiet" onClick={() => window.print()}>
          {say('story.print')}
        </button>
        <span role="alert" className="trouble">
          {error !== null && say('story.stale')}
        </span>
      </footer>
    </article>
  )
}

/** The verdict, then what to tell the shopper, then what to do. Times in its sentences name their zone. */
function Verdict({ answer: { explanation, story } }: { answer: StoryAnswer }) {
  const { tag, say } = useLanguage()
  const { timeZone: own } = useZone()
  const { shopperLocale, timeZone } = story
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
        <span className="visually-hidden">{say('story.verdict')}: </span>
        {verdict}
      </output>
      <section aria-labelledby="say">
        <h2 id="say">{say('story.say')}</h2>
        <blockquote lang={toShopper.language}>{toShopper.text}</blockquote>
        <CopyButton text={toShopper.text} what={say('story.copy-say')} />
      </section>
      <section aria-labelledby="next">
        <h2 id="next">{say('story.next')}</h2>
        <p>{next}</p>
      </section>
    </div>
  )
}

function Facts({ answer: { story } }: { answer: StoryAnswer }) {
  const say = useSay()
  const { session, payments } = story
  const references = payments.flatMap((payment) => Object.entries(payment.references))
  return (
    <dl className="facts">
      <div>
        <dt>{say('story.created')}</dt>
        <dd>
          <Time at={session.createdAt} />
        </dd>
      </div>
      <div>
        <dt>{say('story.expires')}</dt>
        <dd>
          <Time at={session.expiresAt} />
        </dd>
      </div>
      {references.map(([name, reference]) => {
        const label = labelOfReference(say, name)
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
