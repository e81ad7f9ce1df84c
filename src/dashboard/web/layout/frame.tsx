import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLoaderData } from 'react-router'
import type { Me } from '#contract/dashboard/me.ts'
import { meQuery } from '../calls/me.ts'
import { FindBox } from '../find/find-box.tsx'
import { placeOf, useZone } from '../parts/zone.ts'
import { useDeps } from '../deps.ts'
import { useTranslate } from '../words/use-language.ts'
import { EndWhenIdle } from './end-when-idle.tsx'
import { Navigation, PlacesButton } from './navigation.tsx'
import { PersonMenu } from './person-menu.tsx'

/** The frame of every page of a person who is signed in. */
export function Frame() {
  const loaded = useLoaderData<Me>()
  const query = meQuery(useDeps())
  // Rendered again when the person changes their own name.
  const { data: me = loaded } = useQuery({ ...query, enabled: false })
  const t = useTranslate()
  return (
    <>
      <EndWhenIdle minutes={me.session.idleMinutes} />
      <header className="head">
        <Link to="/" className="head-name">
          {t('app.name')}
        </Link>
        <PlacesButton />
        <FindBox />
        <div className="head-end">
          <ZoneChooser />
          <PersonMenu me={me} />
        </div>
      </header>
      <Navigation me={me} />
      <main id="content">
        <Outlet context={me} />
      </main>
    </>
  )
}

function ZoneChooser() {
  const t = useTranslate()
  const { choice, choose, zones } = useZone()
  return (
    <label className="zone">
      <span>{t('zone.label')}</span>
      <select
        value={choice}
        onChange={({ target }) =>
          choose(zones.find((zone) => zone.choice === target.value)?.choice ?? 'mine')
        }
      >
        {zones.map(({ choice, timeZone }) => (
          <option key={choice} value={choice}>
            {t(`zone.${choice}`)}
            {choice !== 'utc' && ` (${placeOf(timeZone)})`}
          </option>
        ))}
      </select>
    </label>
  )
}
