import { useSearchParams } from 'react-router'
import { languageName } from '../language-name.ts'
import { useChangeSearch } from '../use-change-search.ts'
import { readView, type View, withView } from '../view.ts'
import { Choice } from './choice.tsx'

const SCOPES = [
  ['one', 'One state'],
  ['every', 'All states'],
] as const
const WIDTHS = [
  ['360', '360'],
  ['768', '768'],
  ['1280', '1280'],
  ['all', 'All three'],
] as const
const THEMES = [
  ['both', 'Both'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const
/** Thumbnails have a single width and theme. */
const THEMES_OF_EVERY = THEMES.filter(([name]) => name !== 'both')

/** The controls of the view: width, theme and locale. */
export function ViewBar({ locales }: { locales: readonly string[] }) {
  const [search] = useSearchParams()
  const changeSearch = useChangeSearch()
  const view = readView(search)
  const look = (changes: Partial<View>) => changeSearch((now) => withView(now, changes))
  const isOne = view.scope === 'one'
  return (
    <div className="view-bar">
      <Choice
        label="Show"
        options={SCOPES}
        value={view.scope}
        onChoose={(scope) => look({ scope })}
      />
      {isOne && (
        <Choice
          label="Width"
          options={WIDTHS}
          value={view.width}
          onChoose={(width) => look({ width })}
        />
      )}
      <Choice
        label="Theme"
        options={isOne ? THEMES : THEMES_OF_EVERY}
        value={isOne || view.theme !== 'both' ? view.theme : 'light'}
        onChoose={(theme) => look({ theme })}
      />
      <label className="view-select">
        <span>Language</span>
        <select
          value={view.locale ?? ''}
          onChange={({ target }) => look({ locale: target.value === '' ? null : target.value })}
        >
          <option value="">As the session says</option>
          {locales.map((locale) => (
            <option key={locale} value={locale}>
              {languageName(locale)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
