import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import type { People } from '#contract/dashboard/people.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { Mark } from '../../parts/mark.tsx'
import { roleName } from '../../parts/role-name.ts'
import { Time } from '../../parts/time.tsx'
import { type Deps, useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { InviteButton } from './invite-button.tsx'
import { OneLink, type ShownLink } from './one-link.tsx'
import { peopleQuery } from './people-query.ts'
import { PersonActions } from './person-actions.tsx'
import type { Place } from './place.ts'

export async function loadPeople(deps: Deps, merchantId: string | undefined): Promise<null> {
  await deps.queryClient.ensureInfiniteQueryData(peopleQuery(deps, merchantId ?? null))
  return null
}

/** `/people`, `/m/:id/people`: who works here, in which role, and who is invited. */
export function PeopleScreen() {
  const t = useTranslate()
  const { merchantId = null } = useParams()
  const query = useSuspenseInfiniteQuery(peopleQuery(useDeps(), merchantId))
  const [link, setLink] = useState<ShownLink | null>(null)
  const { pages } = query.data
  const people = pages.flatMap((page) => page.items)
  const [{ invitations, recoveries, roles } = { invitations: [], recoveries: [], roles: [] }] =
    pages
  const place = { merchantId, roles, onLink: setLink }
  return (
    <>
      <div className="screen-head">
        <ScreenHeading>
          {t(merchantId === null ? 'people.title' : 'people.title-merchant')}
        </ScreenHeading>
        <InviteButton {...place} />
      </div>
      {people.length === 0 ? (
        <div className="empty">
          <p>{t('people.none')}</p>
          <p className="hint">{t('people.none-text')}</p>
        </div>
      ) : (
        <ul className="rows">
          {people.map((person) => (
            <Person key={person.userId} person={person} place={place} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <button type="button" className="quiet" onClick={() => void query.fetchNextPage()}>
          {t('people.more')}
        </button>
      )}
      {invitations.length > 0 && (
        <section aria-labelledby="invitations">
          <h2 id="invitations">{t('people.invitations')}</h2>
          <ul className="rows">
            {invitations.map((link) => (
              <PendingLink key={link.id} link={link} merchantId={merchantId}>
                <Mark tone="calm">{roleName(t, link.role)}</Mark>
              </PendingLink>
            ))}
          </ul>
        </section>
      )}
      {recoveries.length > 0 && (
        <section aria-labelledby="recoveries">
          <h2 id="recoveries">{t('people.recoveries')}</h2>
          <ul className="rows">
            {recoveries.map((link) => (
              <PendingLink key={link.id} link={link} merchantId={merchantId} />
            ))}
          </ul>
        </section>
      )}
      {link !== null && <OneLink link={link} onClose={() => setLink(null)} />}
    </>
  )
}

function Person({ person, place }: { person: People['items'][number]; place: Place }) {
  const t = useTranslate()
  const { email, name, role, status, isYou, seenAt, passkeys, recoveredAt } = person
  return (
    <li className="person-row">
      <p className="person-name">
        <strong>{name ?? email}</strong> {name !== null && <span className="hint">{email}</span>}
      </p>
      <p>
        <Mark tone="calm">{roleName(t, role)}</Mark>{' '}
        {isYou && <Mark tone="ok">{t('people.you')}</Mark>}{' '}
        {status === 'invited' && <Mark tone="warn">{t('people.no-passkey-yet')}</Mark>}
      </p>
      <p className="hint">
        {seenAt !== null && (
          <>
            {t('people.seen')} <Time at={seenAt} />
            {' · '}
          </>
        )}
        {t('people.passkeys', { count: passkeys })}
      </p>
      {recoveredAt !== null && (
        <p className="note">
          {t('people.recovered')} <Time at={recoveredAt} />
        </p>
      )}
      <PersonActions person={person} place={place} />
    </li>
  )
}

/** An invitation or a recovery link that was not used yet. */
function PendingLink({
  link: { id, email, madeBy, expiresAt },
  merchantId,
  children,
}: {
  link: Omit<People['recoveries'][number], 'userId'>
  merchantId: string | null
  children?: ReactNode
}) {
  const t = useTranslate()
  return (
    <li>
      <strong>{email}</strong>
      {children}
      <span className="hint">
        {madeBy === null ? t('people.made-by-operator') : t('people.made-by', { who: madeBy })}
        {' · '}
        {t('people.until')} <Time at={expiresAt} />
      </span>
      <ActionButton
        dashboardAction="invitation.withdraw"
        input={{ merchantId, invitationId: id }}
        label={t('people.withdraw')}
        title={t('people.withdraw-title', { email })}
        verb={t('people.withdraw')}
      >
        <p>{t('people.withdraw-text')}</p>
      </ActionButton>
    </li>
  )
}
