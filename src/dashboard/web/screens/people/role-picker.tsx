import { useId } from 'react'
import type { People } from '#contract/dashboard/people.ts'
import { roleName } from '../../parts/role-name.ts'
import { useTranslate } from '../../words/use-language.ts'

type Roles = People['roles']

/** Chooses a role, and shows its permissions, from the table by which the server decides. */
export function RolePicker({
  roles,
  role,
  onRole,
}: {
  roles: Roles
  role: string
  onRole: (role: string) => void
}) {
  const t = useTranslate()
  const group = useId()
  const chosen = roles.find((one) => one.role === role)
  const names = [...new Set(roles.flatMap(({ may }) => Object.keys(may) as (keyof typeof may)[]))]
  return (
    <>
      <fieldset className="choices">
        <legend>{t('people.role')}</legend>
        {roles.map((one) => (
          <label key={one.role}>
            <input
              type="radio"
              name={group}
              checked={one.role === role}
              onChange={() => onRole(one.role)}
            />
            {roleName(t, one.role)}
          </label>
        ))}
      </fieldset>
      <table className="may">
        <caption>{t('people.may', { role: roleName(t, role) })}</caption>
        <tbody>
          {names.map((name) => {
            const extent = chosen?.may[name]
            return (
              <tr key={name} data-may={extent !== undefined}>
                <th scope="row">{t(`role-may.${name}`)}</th>
                <td>{t(`extent.${extent ?? 'none'}`)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
