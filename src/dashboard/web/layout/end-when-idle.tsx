import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useDeps } from '../deps.ts'
import { useIdle } from './use-idle.ts'

/**
 * Ends the session after `minutes` without input: no answer of the server stays on the screen or in memory. A person who
 * signs in again comes back to the same address, and to what they had typed. A failed sign-out is ignored: without polls
 * the session ends on the server, too.
 */
export function EndWhenIdle({ minutes }: { minutes: number }) {
  const { call } = useDeps()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useIdle(minutes, () => {
    const to = location.pathname + location.search
    const leave = async () => {
      await navigate(`/sign-in?${new URLSearchParams({ ended: '', to })}`, { replace: true })
      queryClient.clear()
    }
    call('/sign-out', { method: 'POST', body: {} }).then(leave, leave)
  })
  return null
}
