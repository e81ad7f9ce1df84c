import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useSyncExternalStore } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Me } from '#contract/dashboard/me.ts'
import { Refused } from '../../calls/call.ts'
import { clearToken, onNewToken, readToken } from '../../calls/link-token.ts'
import { meQuery } from '../../calls/me.ts'
import { Trouble } from '../../layout/error-view.tsx'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { PasskeyTrouble } from '../../passkeys/passkey-trouble.tsx'
import { hasPasskeys, signInByPasskey } from '../../passkeys/use-passkey.ts'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

/** `/sign-in#…`: trades a link for a session. Only a press uses the link up, since link previews open addresses, too. */
export function SignIn() {
  const token = useSyncExternalStore(onNewToken, readToken)
  return (
    <main id="content" className="door">
      {token === '' ? <WithoutLink /> : <WithLink key={token} token={token} />}
    </main>
  )
}

function WithLink({ token }: { token: string }) {
  const t = useTranslate()
  const { call } = useDeps()
  const signIn = useSignIn(() => call<Me>('/sign-in/link', { method: 'POST', body: { token } }))
  if (signIn.error instanceof Refused && signIn.error.code === 'sign_in_to_join')
    return <Join token={token} />
  if (signIn.error instanceof Refused && signIn.error.code === 'invalid_sign_in_link')
    return (
      <>
        <ScreenHeading>{t('sign-in.dead')}</ScreenHeading>
        <p>{t('sign-in.dead-text')}</p>
        <HowToGetOne />
      </>
    )
  return (
    <>
      <ScreenHeading takesFocus={false}>{t('sign-in.title')}</ScreenHeading>
      <p>{t('sign-in.with-link')}</p>
      <SignInButton signIn={signIn} label={t('sign-in.button')} />
      <Trouble error={signIn.error} />
    </>
  )
}

/** An invitation of a person who has an account: they sign in by their passkey to accept it. */
function Join({ token }: { token: string }) {
  const t = useTranslate()
  const { call } = useDeps()
  const signIn = useSignIn(async () => {
    await signInByPasskey(call)
    return call<Me>('/sign-in/link', { method: 'POST', body: { token } })
  })
  return (
    <>
      <ScreenHeading>{t('sign-in.join')}</ScreenHeading>
      <p>{t('sign-in.join-text')}</p>
      <SignInButton signIn={signIn} label={t('sign-in.passkey')} />
      <PasskeyTrouble error={signIn.error} what="sign-in" />
    </>
  )
}

/** Signs in by a recovery code, which allows nothing but to make another passkey. */
function ByRecoveryCode() {
  const t = useTranslate()
  const { call } = useDeps()
  const code = useRef<HTMLInputElement>(null)
  const signIn = useSignIn(
    () =>
      call<Me>('/sign-in/recovery', { method: 'POST', body: { code: code.current?.value ?? '' } }),
    '/welcome',
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!signIn.isPending) signIn.mutate()
  }

  return (
    <details className="recovery">
      <summary>{t('sign-in.recovery')}</summary>
      <form onSubmit={submit}>
        <p>{t('sign-in.recovery-text')}</p>
        <label className="people-field">
          {t('sign-in.recovery-code')}
          <input
            ref={code}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
          />
        </label>
        <Trouble error={signIn.error} />
        <button type="submit" className="quiet" aria-disabled={signIn.isPending}>
          {t('sign-in.recovery-button')}
        </button>
      </form>
    </details>
  )
}

function SignInButton({ signIn, label }: { signIn: ReturnType<typeof useSignIn>; label: string }) {
  const t = useTranslate()
  return (
    <button
      type="button"
      className="main-button"
      aria-disabled={signIn.isPending}
      onClick={() => {
        if (!signIn.isPending) signIn.mutate()
      }}
    >
      {signIn.isPending ? t('sign-in.pending') : label}
    </button>
  )
}

function WithoutLink() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const hasEnded = search.has('ended')
  return (
    <>
      <ScreenHeading takesFocus={hasEnded}>
        {t(hasEnded ? 'sign-in.ended' : 'sign-in.title')}
      </ScreenHeading>
      {hasEnded && <p>{t('sign-in.ended-text')}</p>}
      <ByPasskey />
      <ByRecoveryCode />
      <p>{t('sign-in.no-link')}</p>
      <HowToGetOne />
    </>
  )
}

function ByPasskey() {
  const t = useTranslate()
  const { call } = useDeps()
  const signIn = useSignIn(() => signInByPasskey(call))
  if (!hasPasskeys()) return <p className="hint">{t('sign-in.passkey-none')}</p>
  return (
    <>
      <SignInButton signIn={signIn} label={t('sign-in.passkey')} />
      <PasskeyTrouble error={signIn.error} what="sign-in" />
    </>
  )
}

function HowToGetOne() {
  const t = useTranslate()
  return (
    <>
      <p>{t('sign-in.new-link')}</p>
      <pre>
        <code>npx --no checkout users recover you@example.com</code>
      </pre>
    </>
  )
}

function useSignIn(enter: () => Promise<Me>, after?: string) {
  const deps = useDeps()
  const { queryClient } = deps
  const navigate = useNavigate()
  const to = pathIn(useSearchParams()[0].get('to'))
  return useMutation({
    networkMode: 'always',
    mutationFn: enter,
    onSuccess: (me) => {
      clearToken()
      // Drops the data of the person who was signed in before.
      queryClient.clear()
      queryClient.setQueryData(meQuery(deps).queryKey, me)
      void navigate(after ?? to, { replace: true })
    },
  })
}

/** The path of the dashboard to go to; `/` for an address of another origin. */
function pathIn(text: string | null): string {
  return text !== null && /^\/(?![/\\])/.test(text) ? text : '/'
}
