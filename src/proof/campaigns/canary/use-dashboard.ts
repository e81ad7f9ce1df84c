import { DASHBOARD_ACTIONS, type DashboardAction } from '#contract/dashboard/actions.ts'
import { RegisteredPasskey } from '#contract/dashboard/passkeys.ts'
import { perform } from '../../testing/dashboard/actions.ts'
import { createAuthenticator } from '../../testing/dashboard/authenticator.ts'
import { createBrowser, type Browser } from '../../testing/dashboard/browser.ts'
import { registerPasskey, signInWithPasskey } from '../../testing/dashboard/passkey-person.ts'
import type { CanaryMerchant, CanarySession, Operator } from './merchants.ts'
import type { CanaryStage } from './stage.ts'

const TIMEOUT_MS = 30_000
const EXPORTED = 'from=2020-01-01&to=2020-12-31&tz=UTC&format=csv'

/**
 * An admin works in the dashboard: enters by a link, registers a passkey, issues, rotates, invites, finds, exports and
 * recovers. Each secret on the way becomes a canary.
 */
export async function useDashboard(
  stage: CanaryStage,
  operator: Operator,
  { merchant, session }: { merchant: CanaryMerchant; session: CanarySession },
): Promise<void> {
  const { book, urls } = stage
  const link = await operator.inviteAdmin('first link of the admin', 'admin@norte.example')
  const token = link.slice(link.indexOf('#') + 1)
  const admin = openBrowser(stage)
  // Like a mail program that moves the link's fragment into the query.
  await admin.get(`/sign-in?token=${token}`)
  await answered(admin.post('/api/sign-in/link', { token }))
  addCookie(stage, admin, 'by a link')
  const authenticator = createAuthenticator(urls.dashboard)
  const registered = await answered(registerPasskey(admin, authenticator))
  const { recoveryCodes } = RegisteredPasskey.parse(registered.body)
  for (const [index, code] of (recoveryCodes ?? []).entries())
    book.add(`recovery code ${index + 1} of the admin`, 'recovery code', code)
  await answered(admin.post('/api/sign-out'))
  await answered(signInWithPasskey(admin, authenticator))
  addCookie(stage, admin, 'by a passkey')

  const merchantId = merchant.id
  const issued = await performAs(admin, 'key.issue', { merchantId })
  book.add('key of the dashboard', 'api key', issued.apiKey)
  const rotated = await performAs(admin, 'secret.rotate', { merchantId })
  operator.addWebhookSecret('webhook secret of the dashboard', rotated.webhookSecret)
  const invited = await performAs(admin, 'user.invite', {
    merchantId,
    email: 'support@norte.example',
    role: 'support',
  })
  book.add('link of the invited', 'sign-in link', invited.url.slice(invited.url.indexOf('#') + 1))

  await admin.post('/api/keys/identify', { text: issued.apiKey })
  // People paste whatever they have into the search.
  for (const text of [issued.apiKey, rotated.webhookSecret, session.url, token, merchantId])
    await admin.post('/api/find', { text })
  for (const path of [
    '/api/me/sessions',
    '/api/me/passkeys',
    '/api/people',
    '/api/audit',
    '/api/reads',
    '/api/system',
    '/api/needs',
    '/api/sessions',
    '/api/merchants',
    `/api/timeline/${session.id}`,
    `/api/integration/${merchantId}`,
    `/api/webhooks/${merchantId}`,
    `/api/webhooks/${merchantId}/events`,
    `/api/exports/payments?${EXPORTED}&merchant=${merchantId}`,
  ])
    await answered(admin.get(path))
  await admin.post(`/api/dashboard-actions/${issued.apiKey}`, {
    input: { secret: rotated.webhookSecret },
  })
  await performAs(admin, 'key.revoke', { merchantId, keyId: issued.keyId })

  const [code] = recoveryCodes ?? []
  await answered(openBrowser(stage).post('/api/sign-in/recovery', { code }))
  // The recovery code and the link have been used: both are refused now.
  await openBrowser(stage).post('/api/sign-in/recovery', { code })
  await openBrowser(stage).post('/api/sign-in/link', { token })
}

/** A browser of the dashboard over the network; every answer is recorded. */
function openBrowser({ recorder, urls }: CanaryStage): Browser {
  return createBrowser(
    {
      async fetch(request) {
        const response = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) })
        const { pathname, search } = new URL(request.url)
        const name = `to the dashboard: ${request.method} ${pathname}${search} ${response.status}`
        const head = [...response.headers].map((header) => header.join(': ')).join('\n')
        const body = Buffer.from(await response.clone().arrayBuffer())
        recorder.keep(
          'answers to browsers',
          name,
          Buffer.concat([Buffer.from(`${head}\n\n`), body]),
        )
        return response
      },
    },
    { adminUrl: urls.dashboard, address: '127.0.0.1' },
  )
}

function addCookie({ book }: CanaryStage, browser: Browser, how: string): void {
  const [, value = ''] = browser.cookie()?.split('=') ?? []
  book.add(`cookie of the admin ${how}`, 'cookie', value)
}

async function performAs<Name extends DashboardAction>(
  browser: Browser,
  name: Name,
  input: object,
) {
  const { body } = await answered(perform(browser, name, input))
  return DASHBOARD_ACTIONS[name].answer.parse(body) as ReturnType<
    (typeof DASHBOARD_ACTIONS)[Name]['answer']['parse']
  >
}

async function answered<Answer extends { status: number; text: string }>(
  asked: Promise<Answer>,
): Promise<Answer> {
  const answer = await asked
  if (answer.status >= 300)
    throw new Error(`the dashboard answered ${answer.status}: ${answer.text}`)
  return answer
}
