import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { isSignedOut } from './calls.ts'
import { EventDetail } from './event-detail.tsx'
import { EventList } from './event-list.tsx'
import { Message } from './message.tsx'
import { calls, useViewer } from './queries.ts'
import { SignIn } from './sign-in.tsx'
import { SignedOut } from './signed-out.tsx'
import { ViewerBar } from './viewer-bar.tsx'

/** `/notifications`: what a merchant is told, as it happens, and how their callback answers. */
export function NotificationsPage() {
  return (
    <Routes>
      <Route path="sign-in" element={<SignIn />} />
      <Route path="*" element={<ForViewer />} />
    </Routes>
  )
}

function ForViewer() {
  const { data, error, isPending, refetch } = useViewer()
  const queryClient = useQueryClient()
  const [left, setLeft] = useState<{ merchantId: string | undefined }>()
  const signOut = useMutation({
    networkMode: 'always',
    mutationFn: () => calls.signOut(),
    onSuccess: () => {
      setLeft({ merchantId: data?.merchant.id })
      queryClient.clear()
    },
  })

  if (left !== undefined) return <SignedOut merchantId={left.merchantId} byThemselves />
  if (isSignedOut(error)) return <SignedOut merchantId={data?.merchant.id} byThemselves={false} />
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
