import { useRef, useState } from 'react'
import type { DashboardActionSent } from '#contract/dashboard/actions.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { useTranslate } from '../../words/use-language.ts'
import type { Place } from './place.ts'
import { RolePicker } from './role-picker.tsx'

type Role = DashboardActionSent<'user.invite'>['role']

/** Invites somebody; the role that includes least is chosen first. */
export function InviteButton({ merchantId, roles, onLink }: Place) {
  const t = useTranslate()
  const email = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const role = chosen ?? roles.at(-1)?.role ?? ''
  return (
    <ActionButton
      dashboardAction="user.invite"
      label={t('people.invite')}
      title={t('people.invite')}
      verb={t('people.invite-verb')}
      input={() => {
        const typed = email.current?.value ?? ''
        return { merchantId, email: typed, role: role as Role }
      }}
      onDone={({ url, expiresAt }) => {
        setChosen(null)
        onLink({ url, expiresAt, who: email.current?.value ?? '' })
      }}
    >
      <label className="people-field">
        {t('people.email')}
        <input ref={email} type="email" required autoComplete="off" maxLength={254} />
      </label>
      <RolePicker roles={roles} role={role} onRole={setChosen} />
      <p className="hint">{t('people.invite-text')}</p>
    </ActionButton>
  )
}
