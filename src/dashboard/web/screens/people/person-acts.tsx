import { useState } from 'react'
import type { ActSent } from '#contract/dashboard/acts.ts'
import type { People } from '#contract/dashboard/people.ts'
import { ActButton } from '../../acts/act-dialog.tsx'
import { roleName } from '../../parts/role-name.ts'
import { useSay } from '../../words/use-language.ts'
import type { Place } from './place.ts'
import { RolePicker } from './role-picker.tsx'

type Role = ActSent<'user.role'>['role']

/** The acts on a colleague, in an element that is closed at first. */
export function PersonActs({ person, place }: { person: People['people'][number]; place: Place }) {
  const say = useSay()
  const { userId, email, role, status } = person
  const { merchantId, roles, onLink } = place
  const [chosen, setChosen] = useState(role)
  const who = person.name ?? email
  const input = { merchantId, userId }
  return (
    <details className="person-acts">
      <summary aria-label={say('people.manage-who', { who })}>{say('people.manage')}</summary>
      <div>
        <ActButton
          act="user.role"
          input={() => (chosen === role ? undefined : { ...input, role: chosen as Role })}
          label={say('people.change-role')}
          title={say('people.change-role-title', { who })}
          verb={say('people.change-role')}
        >
          <p>
            {say('people.role-change', { from: roleName(say, role), to: roleName(say, chosen) })}
          </p>
          <RolePicker roles={roles} role={chosen} onRole={setChosen} />
          <p className="hint">{say('people.role-text')}</p>
        </ActButton>
        <ActButton
          act="user.signOut"
          input={input}
          label={say('people.sign-out')}
          title={say('people.sign-out-title', { who })}
          verb={say('people.sign-out')}
        >
          <p>{say('people.sign-out-text')}</p>
        </ActButton>
        {status === 'active' && (
          <ActButton
            act="user.recover"
            input={input}
            label={say('people.recover')}
            title={say('people.recover-title', { who })}
            verb={say('people.recover-verb')}
            onDone={({ url, expiresAt }) => onLink({ url, expiresAt, who })}
          >
            <p>{say('people.recover-text')}</p>
          </ActButton>
        )}
        <ActButton
          act="user.remove"
          input={input}
          label={say('people.remove')}
          title={say('people.remove-title', { who, role: roleName(say, role) })}
          verb={say('people.remove')}
          isDangerous
        >
          <p>{say('people.remove-text')}</p>
        </ActButton>
        <ActButton
          act="user.disable"
          input={input}
          label={say('people.disable')}
          title={say('people.disable-title', { who })}
          verb={say('people.disable')}
          isDangerous
        >
          <p>{say('people.disable-text')}</p>
        </ActButton>
      </div>
    </details>
  )
}
