import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useOutletContext } from 'react-router'
import type { Me, OwnSessions } from '#contract/dashboard/me.ts'
import { browserName } from '../../calls/browser-name.ts'
import { meQuery, nameOf } from '../../calls/me.ts'
import { ownPasskeysQuery, ownSessionsQuery } from '../../calls/own-sessions.ts'
import { KeysSwitch } from '../../keys/keys-switch.tsx'
import { Trouble } from '../../layout/error-view.tsx'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { Time } from '../../parts/time.tsx'
import { type Deps, useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { OwnName, Passkeys, RecoveryCodes } from './passkeys.tsx'
import { roleText } from './role-text.ts'

export async function loadSessions(deps: Deps): Promise<null> {
  const { queryClient } = deps
  await Promise.all([
    queryClient.ensureQueryData(ownSessionsQuery(deps)),
    queryClient.ensureQueryData(ownPasskeysQuery(deps)),
  ])
  return null
}

/** `/me`: the person, their roles, and where they are signed in. */
export function MeScreen() {
  const me = useOutletContext<Me>()
  const t = useTranslate()
  const deps = useDeps()
  const { queryClient } = deps
  const setName = (name: string) =>
    queryClient.setQueryData(meQuery(deps).queryKey, {
      ...me,
      user: { ...me.user, name },
    })
  return (
    <>
      <ScreenHeading>{t('me.title')}</ScreenHeading>
      <dl className="facts">
        <div>
          <dt>{t('me.email')}</dt>
          <dd>
            {me.user.name !== null && <span>{`${nameOf(me)}, `}</span>}
            <span>{me.user.email}</span>
          </dd>
        </div>
        <div>
          <dt>{t('me.roles')}</dt>
          <dd>
            <ul>
              {me.memberships.map((membership) => (
                <li key={membership.merchantId ?? 'operator'}>{roleText(t, membership)}</li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
      <OwnName key={me.user.name} me={me} onName={setName} />
      <KeysSwitch />
      <Passkeys me={me} />
      <RecoveryCodes />
      <Sessions />
    </>
  )
}

function Sessions() {
  const t = useTranslate()
  const deps = useDeps()
  const { sessions } = useSuspenseQuery(ownSessionsQuery(deps)).data
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{t('me.sessions')}</h2>
      <p className="hint">{t('me.sessions-text')}</p>
      <ul className="rows">
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </section>
  )
}

function Session({ session }: { session: OwnSessions['sessions'][number] }) {
  const t = useTranslate()
  const { call, queryClient } = useDeps()
  const end = useMutation({
    networkMode: 'always',
    mutationFn: () => call(`/me/sessions/${session.id}/end`, { method: 'POST', body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['own-sessions'] }),
  })
  const browser = browserName(session.browser) ?? t('me.unknown-browser')
  return (
    <li>
      <p>
        <strong>{browser}</strong> {session.address}{' '}
        {session.isThis && <span className="mark">{t('me.here')}</span>}
      </p>
      <p className="hint">
        {t('me.since')} <Time at={session.createdAt} />
        {', '}
        {t('me.seen').toLowerCase()} <Time at={session.seenAt} />
      </p>
      {!session.isThis && (
        <button
          type="button"
          className="quiet"
          aria-label={t('me.end-of', { browser })}
          onClick={() => end.mutate()}
        >
          {t('me.end')}
        </button>
      )}
      <Trouble error={end.error} />
    </li>
  )
}
