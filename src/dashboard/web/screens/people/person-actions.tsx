import { useState } from 'react'
import type { DashboardActionSent } from '#contract/dashboard/actions.ts'
import type { People } from '#contract/dashboard/people.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { roleName } from '../../parts/role-name.ts'
import { useTranslate } from '../../words/use-language.ts'
import type { Place } from './place.ts'
import { RolePicker } from './role-picker.tsx'

type Role = DashboardActionSent<'user.role'>['role']

/** The acts on a colleague, in an element that is closed at first. */
export function PersonActions({
  person,
  place,
}: {
  person: People['items'][number]
  place: Place
}) {
  const t = useTranslate()
  const { userId, email, role, status } = person
  const { merchantId, roles, onLink } = place
  const [chosen, setChosen] = useState(role)
  const who = person.name ?? email
  const input = { merchantId, userId }
  return (
    <details className="person-actions">
      <summary aria-label={t('people.manage-who', { who })}>{t('people.manage')}</summary>
      <div>
        <ActionButton
          dashboardAction="user.role"
          input={() => (chosen === role ? undefined : { ...input, role: chosen as Role })}
          label={t('people.change-role')}
          title={t('people.change-role-title', { who })}
          verb={t('people.change-role')}
        >
          <p>{t('people.role-change', { from: roleName(t, role), to: roleName(t, chosen) })}</p>
          <RolePicker roles={roles} role={chosen} onRole={setChosen} />
          <p className="hint">{t('people.role-text')}</p>
        </ActionButton>
        <ActionButton
          dashboardAction="user.signOut"
          input={input}
          label={t('people.sign-out')}
          title={t('people.sign-out-title', { who })}
          verb={t('people.sign-out')}
        >
          <p>{t('people.sign-out-text')}</p>
        </ActionButton>
        {status === 'active' && (
          <ActionButton
            dashboardAction="user.recover"
            input={input}
            label={t('people.recover')}
            title={t('people.recover-title', { who })}
            verb={t('people.recover-verb')}
            onDone={({ url, expiresAt }) => onLink({ url, expiresAt, who })}
          >
            <p>{t('people.recover-text')}</p>
          </ActionButton>
        )}
        <ActionButton
          dashboardAction="user.remove"
          input={input}
          label={t('people.remove')}
          title={t('people.remove-title', { who, role: roleName(t, role) })}
          verb={t('people.remove')}
          isDangerous
        >
          <p>{t('people.remove-text')}</p>
        </ActionButton>
        <ActionButton
          dashboardAction="user.disable"
          input={input}
          label={t('people.disable')}
          title={t('people.disable-title', { who })}
          verb={t('people.disable')}
          isDangerous
        >
          <p>{t('people.disable-text')}</p>
        </ActionButton>
      </div>
    </details>
  )
}
