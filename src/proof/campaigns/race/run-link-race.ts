import { randomBytes, randomUUID } from 'node:crypto'
import type { Membership } from '#contract/dashboard/roles.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import type { DashboardContext } from '#server/service/people/dashboard-context.ts'
import type { Dashboard } from '#dashboard/server/dashboard.ts'
import { composeApi } from '../../testing/compose-api.ts'
import { perform } from '../../testing/dashboard/actions.ts'
import { createBrowser, type Browser } from '../../testing/dashboard/browser.ts'
import {
  ADMIN_URLS,
  composeDashboard,
  invitePerson,
} from '../../testing/dashboard/compose-dashboard.ts'
import { createTestClock } from '../../testing/test-clock.ts'

/** Two processes' dashboards over one database. */
export interface LinkStage {
  dashboards: { dashboard: Dashboard; context: DashboardContext }[]
  close(): Promise<void>
}

/** What became of links that were opened while their maker was disabled. */
export interface LinkRaceResult {
  name: string
  /** Count by status, with the problem code of a refusal. */
  answers: Record<string, number>
  /** Whether the maker was disabled. */
  isDisabled: boolean
  /** Browsers that were still signed in when all requests had been answered. */
  signedIn: number
}

const ADMIN: Membership = { merchantId: null, role: 'admin' }
const SILENT = { info: () => undefined, warn: () => undefined }
const START = new Date('2026-11-20T15:00:00.000Z')
/** Calls that are made before a link is opened, so that some links are opened before the maker is disabled, and some after. */
const LATEST = 5
const ALLOWED = [
  '200',
  '401 invalid_sign_in_link',
  // The session was ended before the answer was composed.
  '401 not_signed_in',
  // Another browser has just used the link, and its person is active.
  '409 sign_in_to_join',
]

export async function openLinkStage(url: string): Promise<LinkStage> {
  const clock = createTestClock(START)
  const databases = [openDatabase({ url, log: SILENT }), openDatabase({ url, log: SILENT })]
  const dashboards = []
  for (const database of databases) {
    const api = await composeApi({ database, url, clock })
    dashboards.push(
      composeDashboard(api.context, {
        clock: () => clock.now(),
        random: randomBytes,
        clockOf: () => () => clock.now(),
        onError: () => undefined,
      }),
    )
  }
  return {
    dashboards,
    close: async () => void (await Promise.all(databases.map((database) => database.close()))),
  }
}

/**
 * An admin makes an invitation and a recovery link; half of the browsers open each, while a colleague disables the admin. The
 * `number` of the race says how late the browsers are. The sandbox's links sign in at once, without a passkey.
 */
export async function runLinkRace(
  stage: LinkStage,
  number: number,
  atOnce: number,
): Promise<LinkRaceResult> {
  const name = `links-${number}`
  const [colleague, maker, lost] = [await enter(stage), await enter(stage), await enter(stage)]
  const invited = { merchantId: null, email: `${name}@pay.example`, role: 'admin' }
  const links = [
    await linkBy(maker, 'user.invite', invited),
    await linkBy(maker, 'user.recover', { merchantId: null, userId: lost.userId }),
  ]
  const browsers = Array.from({ length: atOnce }, (_, place) => browserAt(stage, place))
  const target = { merchantId: null, userId: maker.userId }
  const [disabled, ...said] = await Promise.all([
    perform(colleague.browser, 'user.disable', target),
    ...browsers.map(async (browser, place) => {
      for (let step = 0; step < number % LATEST; step++) await colleague.browser.get('/api/me')
      return browser.post('/api/sign-in/link', { token: links[place % links.length] })
    }),
  ])
  const answers: Record<string, number> = {}
  for (const { status, body } of said) {
    const what = status === 200 ? '200' : `${status} ${(body as { code?: string }).code}`
    answers[what] = (answers[what] ?? 0) + 1
  }
  const after = await Promise.all(browsers.map((browser) => browser.get('/api/me')))
  const signedIn = after.filter(({ status }) => status === 200).length
  return { name, answers, isDisabled: disabled.status === 200, signedIn }
}

/** The maker is disabled, and no link of theirs has let anybody in. */
export function isEnded({ answers, isDisabled, signedIn }: LinkRaceResult): boolean {
  return isDisabled && signedIn === 0 && Object.keys(answers).every((one) => ALLOWED.includes(one))
}

let made = 0

/** A browser of one of the two processes, at an address of its own. */
function browserAt({ dashboards }: LinkStage, number: number): Browser {
  made += 1
  const { dashboard } = dashboards[number % dashboards.length] ?? {}
  if (dashboard === undefined) throw new Error('the stage has no dashboard')
  const address = `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`
  return createBrowser(dashboard, { adminUrl: ADMIN_URLS.sandbox, address })
}

async function enter(stage: LinkStage): Promise<{ userId: string; browser: Browser }> {
  const { context } = stage.dashboards[0] ?? {}
  if (context === undefined) throw new Error('the stage has no dashboard')
  const email = `${randomUUID()}@pay.example`
  const { userId, token } = await invitePerson(context, { email, membership: ADMIN })
  const browser = browserAt(stage, 0)
  await browser.post('/api/sign-in/link', { token })
  return { userId, browser }
}

async function linkBy(
  { browser }: { browser: Browser },
  dashboardAction: 'user.invite' | 'user.recover',
  input: object,
): Promise<string> {
  const said = await perform(browser, dashboardAction, input)
  if (said.status !== 200) throw new Error(said.text)
  return (said.body as { url: string }).url.split('#')[1] ?? ''
}
