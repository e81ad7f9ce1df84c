import { Link, useSearchParams } from 'react-router'
import type { PreviewAnswer } from '#contract/preview.ts'
import { useChangeSearch } from '../use-change-search.ts'
import { withView } from '../view.ts'

interface StateListProps {
  groups: PreviewAnswer['groups']
  current: string
}

/** Links to every state; a select on narrow windows. */
export function StateList({ groups, current }: StateListProps) {
  const [search] = useSearchParams()
  const changeSearch = useChangeSearch()
  return (
    <>
      <nav className="state-list" aria-label="States of the page">
        {groups.map(({ group, states }) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {states.map(({ name, title }) => (
                <li key={name}>
                  <Link
                    to={`?${withView(search, { state: name })}`}
                    aria-current={name === current ? 'page' : undefined}
                    preventScrollReset
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <label className="state-select">
        <span>State</span>
        <select
          value={current}
          onChange={({ target }) => {
            const state = target.value
            changeSearch((now) => withView(now, { state }))
          }}
        >
          {groups.map(({ group, states }) => (
            <optgroup key={group} label={group}>
              {states.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
    </>
  )
}
