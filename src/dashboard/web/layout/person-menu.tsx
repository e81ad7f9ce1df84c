import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Me } from '#contract/dashboard/me.ts'
import { nameOf } from '../calls/me.ts'
import { useDeps } from '../deps.ts'
import { useTranslate } from '../words/use-language.ts'
import { Trouble } from './error-view.tsx'

const MENU_ID = 'person-menu'

/** Shows who is signed in, and signs them out. */
export function PersonMenu({ me }: { me: Me }) {
  const t = useTranslate()
  const signOut = useSignOut()
  const name = nameOf(me)
  return (
    <div className="person">
      <button
        type="button"
        className="quiet"
        popoverTarget={MENU_ID}
        aria-label={t('person.menu', { name })}
      >
        {name}
      </button>
      <div id={MENU_ID} popover="auto" className="person-menu">
        <Link to="/me" onClick={() => document.getElementById(MENU_ID)?.hidePopover()}>
          {t('nav.me')}
        </Link>
        <button type="button" onClick={() => signOut.mutate()}>
          {t('person.sign-out')}
        </button>
        <Trouble error={signOut.error} />
      </div>
    </div>
  )
}

/** Ends the session and reloads the page, so that none of its data stays in memory. */
function useSignOut() {
  const { call } = useDeps()
  return useMutation({
    networkMode: 'always',
    mutationFn: () => call('/sign-out', { method: 'POST', body: {} }),
    onSuccess: () => location.assign('/sign-in?ended'),
  })
}
