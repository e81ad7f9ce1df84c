import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { SIGN_IN_LINK_MINUTES } from '../../../contract/viewer.ts'
import { AskForLink } from './ask-for-link.tsx'
import { Refused } from './calls.ts'
import { clearToken, onNewToken, readToken } from './link-token.ts'
import { Message } from './message.tsx'
import { calls } from './queries.ts'

/** `/notifications/sign-in#…`: a one-time link. Only a click consumes it: link previews open addresses, too. */
export function SignIn() {
  const token = useSyncExternalStore(onNewToken, readToken)
  return <SignInWith key={token} token={token} />
}

function SignInWith({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const signIn = useMutation({
    networkMode: 'always',
    mutationFn: () => calls.signIn(token),
    onSuccess: (viewer) => {
      clearToken()
      // Drops the cached data of a viewer who was signed in before.
      queryClient.clear()
      queryClient.setQueryData(['viewer'], viewer)
      void navigate('/notifications', { replace: true })
    },
  })

  if (token === '')
    return (
      <Message title="This is half of a link">
        <p>
          Its other half, behind the #, is gone: it leaves the address as soon as the page is open.
          Open the link again as you got it, or ask for a new one.
        </p>
        <AskForLink />
      </Message>
    )
  if (signIn.error instanceof Refused && signIn.error.code === 'invalid_sign_in_link')
    return (
      <Message title="This link does not work">
        <p>
          It was used, is older than {SIGN_IN_LINK_MINUTES} minutes, or was revoked. Ask for a new
          one.
        </p>
        <AskForLink />
      </Message>
    )
  return (
    <Message title="Sign in">
      <p>
        See what this sandbox tells your callback, and how it answers. The link works once: press
        the button in the browser in which you want to look.
      </p>
      <button
        type="button"
        className="main-button"
        aria-disabled={signIn.isPending}
        onClick={() => {
          if (!signIn.isPending) signIn.mutate()
        }}
      >
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </button>
      <p role="alert" className="problem">
        {signIn.isError && whyNot(signIn.error)}
      </p>
    </Message>
  )
}

function whyNot(error: unknown): string {
  return error instanceof Refused && error.code === 'rate_limited'
    ? 'Too many links that are none were tried. Wait a minute, then press again.'
    : 'The checkout did not answer. Press again.'
}
