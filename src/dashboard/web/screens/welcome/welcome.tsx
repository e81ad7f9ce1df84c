import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { Me } from '#contract/dashboard/me.ts'
import { browserName } from '../../calls/browser-name.ts'
import { meQuery, nameOf } from '../../calls/me.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { PasskeyTrouble } from '../../passkeys/passkey-trouble.tsx'
import { hasPasskeys, registerPasskey } from '../../passkeys/use-passkey.ts'
import { Field } from '../../parts/field.tsx'
import { RecoveryCodeList } from '../../secrets/recovery-code-list.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

/** `/welcome`: the first passkey, and the recovery codes, shown this once. */
export function Welcome() {
  const me = useLoaderData<Me>()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <main id="content" className="door">
      {codes === null ? <MakePasskey me={me} onCodes={setCodes} /> : <Codes codes={codes} />}
    </main>
  )
}

function MakePasskey({ me, onCodes }: { me: Me; onCodes: (codes: readonly string[]) => void }) {
  const t = useTranslate()
  const deps = useDeps()
  const { call, queryClient } = deps
  const [name, setName] = useState(me.user.name ?? '')
  const register = useMutation({
    networkMode: 'always',
    // Keeps the codes out of the cache: only the screen's state has them.
    gcTime: 0,
    mutationFn: () =>
      registerPasskey(call, {
        name: browserName(navigator.userAgent) ?? 'Passkey',
        personName: name.trim(),
      }),
    onSuccess: ({ me: now, recoveryCodes }) => {
      queryClient.setQueryData(meQuery(deps).queryKey, now)
      onCodes(recoveryCodes ?? [])
    },
  })
  return (
    <>
      <ScreenHeading>{t('welcome.title', { name: nameOf(me) })}</ScreenHeading>
      <p>{t('welcome.text')}</p>
      <Field label={t('me.name')} hint={t('welcome.name-hint')}>
        {(attributes) => (
          <input
            {...attributes}
            autoComplete="name"
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      {hasPasskeys() ? (
        <button
          type="button"
          className="main-button"
          aria-disabled={register.isPending}
          onClick={() => {
            if (!register.isPending) register.mutate()
          }}
        >
          {t(register.isPending ? 'welcome.pending' : 'welcome.passkey')}
        </button>
      ) : (
        <p className="hint">{t('sign-in.passkey-none')}</p>
      )}
      <PasskeyTrouble error={register.error} what="welcome" />
      {me.session.opensDashboard && (
        <p>
          <Link to="/">{t('welcome.later')}</Link>
        </p>
      )}
    </>
  )
}

function Codes({ codes }: { codes: readonly string[] }) {
  const t = useTranslate()
  const [isKept, setIsKept] = useState(codes.length === 0)
  return (
    <>
      <ScreenHeading>{t('welcome.codes')}</ScreenHeading>
      {codes.length > 0 && <RecoveryCodeList codes={codes} isKept={isKept} onKept={setIsKept} />}
      {isKept && (
        <p>
          <Link to="/" className="main-button link-button" replace>
            {t('welcome.go')}
          </Link>
        </p>
      )}
    </>
  )
}
