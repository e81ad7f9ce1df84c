import { useId } from 'react'
import type { People } from '#contract/dashboard/people.ts'
import { roleName } from '../../parts/role-name.ts'
import { useSay } from '../../words/use-language.ts'

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
  const say = useSay()
  const group = useId()
  const chosen = roles.find((one) => one.role === role)
  const names = [...new Set(roles.flatMap(({ may }) => Object.keys(may) as (keyof typeof may)[]))]
  return (
    <>
      <fieldset className="choices">
        <legend>{say('people.role')}</legend>
        {roles.map((one) => (
          <label key={one.role}>
            <input
              type="radio"
              name={group}
              checked={one.role === role}
              onChange={() => onRole(one.role)}
            />
            {roleName(say, one.role)}
          </label>
        ))}
      </fieldset>
      <table className="may">
        <caption>{say('people.may', { role: roleName(say, role) })}</caption>
        <tbody>
          {names.map((name) => {
            const extent = chosen?.may[name]
            return (
              <tr key={name} data-may={extent !== undefined}>
                <th scope="row">{say(`role-may.${name}`)}</th>
                <td>{say(`extent.${extent ?? 'none'}`)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
