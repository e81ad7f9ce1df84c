import { z } from 'zod'
import {
  RegisterPasskey,
  SignInByPasskey,
  UseRecoveryCode,
  type RegisteredPasskey,
} from '#contract/dashboard/passkeys.ts'
import { listOwnPasskeys } from '#server/service/people/passkeys/own-passkeys.ts'
import { useRecoveryCode } from '#server/service/people/passkeys/recovery-codes.ts'
import {
  beginRegistration,
  registerPasskey,
} from '#server/service/people/passkeys/register-passkey.ts'
import { beginSignIn, signInByPasskey } from '#server/service/people/passkeys/sign-in-by-passkey.ts'
import { readSession } from '#server/service/people/read-session.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { createEntrance } from './enter.ts'
import { presentMe } from './present-me.ts'
import { refusalOf, within } from './answers.ts'

const Nothing = z.strictObject({})

/** Registers the calls that sign in by passkey or recovery code, and those of a person's own passkeys. */
export function addPasskeyCalls(
  calls: Calls,
  options: Pick<DashboardOptions, 'context' | 'guesses' | 'limits'>,
): void {
  const { context: service, guesses, limits } = options
  const entrance = createEntrance(calls, options)

  calls.enter('/api/sign-in/passkey/challenge', Nothing, async ({ network }) => {
    const retryAfterSeconds = guesses.countChallenge(network)
    return retryAfterSeconds === undefined
      ? { data: beginSignIn(service) }
      : { refused: 'rate_limited', retryAfterSeconds }
  })

  calls.enter('/api/sign-in/passkey', SignInByPasskey, async (call, { ceremonyId, assertion }) => {
    const { place } = call
    const opened = await signInByPasskey(service, { ceremonyId, assertion, place })
    return entrance.enter(call, opened)
  })

  calls.enter('/api/sign-in/recovery', UseRecoveryCode, async (call, { code }) => {
    const opened = await useRecoveryCode(service, { code, place: call.place })
    return entrance.enter(call, opened)
  })

  calls.read('/api/me/passkeys', async (_call, { userId }) => ({
    data: await listOwnPasskeys(service, userId),
  }))

  calls.change('/api/me/passkeys/challenge', Nothing, async (_call, _body, session) => {
    return within(limits.countChallenge(session.userId), async () => ({
      data: await beginRegistration(service, session),
    }))
  })

  calls.change('/api/me/passkeys', RegisterPasskey, async (call, body, session) => {
    const registered = await registerPasskey(service, session, { ...body, place: call.place })
    if (registered.outcome === 'refused')
      return registered.code === 'invalid_passkey'
        ? entrance.refuse(call, registered.code)
        : refusalOf(registered)
    const { opened, recoveryCodes } = registered.value
    const now = await readSession(service, opened.token)
    if (now === undefined) return { refused: 'not_signed_in' }
    const data: RegisteredPasskey = { me: presentMe(service, now), recoveryCodes }
    return { data, cookie: calls.cookie.issue(opened.token) }
  })
}
