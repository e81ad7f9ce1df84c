import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { VIEWER_IDLE_MINUTES } from '../../../contract/viewer.ts'
import { isSignedOut } from './calls.ts'
import { EventDetail } from './event-detail.tsx'
import { EventList } from './event-list.tsx'
import { Message } from './message.tsx'
import { calls, useViewer } from './queries.ts'
import { SignIn } from './sign-in.tsx'
import { SignedOut } from './signed-out.tsx'
import { useIdle } from './use-idle.ts'
import { ViewerBar } from './viewer-bar.tsx'

/** `/notifications`: a merchant's webhook events and deliveries. */
export function NotificationsPage() {
  return (
    <Routes>
      <Route path="sign-in" element={<SignIn />} />
      <Route path="*" element={<ForViewer />} />
    </Routes>
  )
}

/** A viewer whose session ended on this page. */
interface Left {
  merchantId: string | undefined
  byThemselves: boolean
}

function ForViewer() {
  const queryClient = useQueryClient()
  const [left, setLeft] = useState<Left>()
  // Unmounts the polling queries first: a poll would renew the session.
  if (left !== undefined) return <SignedOut {...left} />
  return (
    <Signed
      onLeave={(gone) => {
        setLeft(gone)
        queryClient.clear()
      }}
    />
  )
}

function Signed({ onLeave }: { onLeave: (left: Left) => void }) {
  const { data, error, isPending, refetch } = useViewer()
  const merchantId = data?.merchant.id
  const signOut = useMutation({
    networkMode: 'always',
    mutationFn: () => calls.signOut(),
    onSuccess: () => onLeave({ merchantId, byThemselves: true }),
  })

  if (isSignedOut(error)) return <SignedOut merchantId={merchantId} byThemselves={false} />
  if (isPending) return <main className="workshop-page" aria-busy="true" />
  if (data === undefined)
    return (
      <Message title="No answer">
        <p>The checkout did not answer. It is asked again every few seconds.</p>
        <button type="button" className="main-button" onClick={() => void refetch()}>
          Ask now
        </button>
      </Message>
    )
  return (
    <main className="workshop-page notifications">
      <EndWhenIdle onEnd={() => onLeave({ merchantId, byThemselves: false })} />
      <ViewerBar
        viewer={data}
        isLeaving={signOut.isPending}
        couldNotLeave={signOut.isError}
        onSignOut={() => signOut.mutate()}
      />
      <Routes>
        <Route index element={<EventList viewer={data} />} />
        <Route path=":eventId" element={<EventDetail viewer={data} />} />
      </Routes>
    </main>
  )
}

/**
 * Ends the session after inactivity. A failed sign-out is ignored: the session also expires on the server without
 * polls.
 */
function EndWhenIdle({ onEnd }: { onEnd: () => void }) {
  useIdle(VIEWER_IDLE_MINUTES, () => {
    onEnd()
    calls.signOut().catch(() => undefined)
  })
  return null
}
