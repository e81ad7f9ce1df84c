import { useSurroundings } from '../surroundings.ts'
import { useIdle } from './use-idle.ts'

/**
 * Ends the session after minutes without input, and loads the page anew, so that nothing of it stays on the screen or in
 * memory. Who signs in again comes back to the same address. A failed sign-out is ignored: without polls the session ends
 * on the server, too.
 */
export function EndWhenIdle({ minutes }: { minutes: number }) {
  const { call } = useSurroundings()
  useIdle(minutes, () => {
    const here = location.pathname + location.search
    const search = new URLSearchParams({ ended: '', to: here })
    const leave = () => location.assign(`/sign-in?${search}`)
    call('/sign-out', { method: 'POST', body: {} }).then(leave, leave)
  })
  return null
}
