import { expect, test as base, type Page } from 'playwright/test'
import { z } from 'zod'
import { axeFor, lostIn } from './appearance.ts'
import { checkoutCommand, type CheckoutCommand } from './checkout-command.ts'
import { ADMIN_URL } from './product.ts'

const Invited = z.object({ url: z.string() })

/** Fails when the browser complains of a script, a policy or a missing file. */
export const test = base.extend<{ complaints: string[] }>({
  baseURL: ADMIN_URL,
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        // Browsers log refused requests as errors; the page shows these itself.
        const isRefusal = message.text().startsWith('Failed to load resource')
        if (['error', 'warning'].includes(message.type()) && !isRefusal)
          complaints.push(message.text())
      })
      page.on('pageerror', ({ message }) => complaints.push(message))
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

let made = 0

/** Invites a new person, an admin unless a role is given; returns the link. */
export async function invite(
  command: CheckoutCommand = checkoutCommand,
  more: Record<string, string> = {},
): Promise<string> {
  made += 1
  const email = `person-${process.pid}-${made}@pay.example`
  const options = { email, role: 'admin', name: 'Ada Lovelace', ...more }
  return Invited.parse(await command('users', 'invite', options)).url
}

/** Adds a virtual authenticator whose user is present and verified; `isAtHand(false)` makes the user absent. */
export async function addAuthenticator(
  page: Page,
  transport: 'internal' | 'usb' = 'internal',
): Promise<{ isAtHand: (enabled: boolean) => Promise<void> }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async isAtHand(enabled) {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 })

export async function signIn(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Account of Ada Lovelace' })).toBeVisible()
}

/** Expects a screen to be accessible: no axe violation in both schemes, and nothing sticks out at any width. */
export async function looksRight(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await lostIn(page), `${width}`).toEqual([])
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await axeFor(page, colorScheme).analyze()
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect(faults, colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
