import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { addTenant, perform } from '#proof/testing/dashboard/actions.ts'
import { enterWithPasskey } from '#proof/testing/dashboard/passkey-person.ts'
import { startMailServer, type MailServer } from '#proof/testing/mail-server.ts'
import { writeSecurityMail } from '#dashboard/mail/write-security-mail.ts'
import { disableUser } from '../people/disable-user.ts'
import { createSecurityMailer } from '../../mail/mailers.ts'
import { parseSmtpUrl } from '../../mail/smtp-server.ts'
import { issueKey, keyOfMerchant } from '../keys/issue-key.ts'
import { sendSecurityMails, type SendingSecurityMails } from './send-security-mails.ts'

const HOUR_MS = 3_600_000
const ADMIN_URL = 'https://admin.pay.example'

let dashboard: TestDashboard
let server: MailServer
let sending: SendingSecurityMails
beforeEach(async () => {
  dashboard = await openTestDashboard()
  server = await startMailServer()
  const smtp = parseSmtpUrl(server.url, { mustEncrypt: false })
  if (smtp === undefined) throw new Error('no address of a mail server')
  const from = { name: null, address: 'checkout@pay.example' }
  const send = createSecurityMailer(smtp, from)
  sending = { write: writeSecurityMail, send, adminUrl: ADMIN_URL }
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await dashboard.close()
})

async function send(): Promise<void> {
  const { database, random } = dashboard.context
  const { log } = dashboard.api.context
  const context = { database, random, wallClock: () => dashboard.clock.now(), log }
  while (await sendSecurityMails(context, sending));
}
const waiting = () => dashboard.sql('select sequence from security_mails')
const addressOf = async (userId: string) =>
  (await dashboard.sql<{ email: string }>('select email from users where id = $1', userId))[0]
    ?.email ?? ''
const clear = async () => {
  await send()
  server.received.length = 0
}
const mails = async () =>
  Promise.all(server.received.map(async (mail) => ({ ...(await mail.read()), to: mail.to })))

describe('mails about what changed', () => {
  it('tell a person of a new passkey, once, in both languages', async () => {
    const { userId } = await enterWithPasskey(dashboard)
    await send()
    await send()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: [await addressOf(userId)],
      from: { name: 'Checkout', address: 'checkout@pay.example' },
      subject: 'A passkey was added to your account',
      messageId: expect.stringMatching(/^<\d+\.usr_\w+\.security@pay\.example>$/) as string,
    })
    expect(mail?.text).toContain('By: you')
    expect(mail?.text).toContain('Uma chave de acesso foi adicionada à sua conta.')
    expect(mail?.text).toContain(`${ADMIN_URL}/me`)
    expect(mail?.html).toBeUndefined()
    expect(await waiting()).toEqual([])
  })

  it('tell owners and developers of a merchant, and nobody else, of a new key', async () => {
    const { merchantId } = await addTenant(dashboard, 'Loja\r\nBcc: eve@evil.example')
    const people = await Promise.all(
      (['owner', 'developer', 'support'] as const).map((role) =>
        enterWithPasskey(dashboard, { merchantId, role }),
      ),
    )
    const admin = await enterWithPasskey(dashboard, { merchantId: null, role: 'admin' })
    await clear()
    expect((await perform(admin.browser, 'key.issue', { merchantId })).status).toBe(200)
    await send()
    const told = await mails()
    const [owner, developer] = await Promise.all(people.map(({ userId }) => addressOf(userId)))
    expect(new Set(told.flatMap(({ to }) => to))).toEqual(new Set([owner, developer]))
    expect(told).toHaveLength(2)
    for (const { subject, text, bcc } of told) {
      expect(subject).toBe('An API key was issued for Loja Bcc eve evil example')
      expect(bcc).toBeUndefined()
      // A merchant does not learn the names of the operator's people.
      expect(text).toContain('By: the operator of the checkout')
      expect(text).toContain(`${ADMIN_URL}/m/${merchantId}/integration`)
      expect(text).not.toMatch(/hp_(test|live)_/)
    }
  })

  it('name nobody of the operator, and who works at the same merchant', async () => {
    const { merchantId } = await addTenant(dashboard)
    const owner = await enterWithPasskey(dashboard, { merchantId, role: 'owner' })
    const other = await enterWithPasskey(dashboard, { merchantId, role: 'owner' })
    const admin = await enterWithPasskey(dashboard, { merchantId: null, role: 'admin' })
    const viewer = await enterWithPasskey(dashboard, { merchantId: null, role: 'viewer' })
    await clear()
    const { userId } = other
    for (const [browser, dashboardAction, input] of [
      [admin.browser, 'user.recover', { merchantId: null, userId: viewer.userId }],
      [owner.browser, 'user.role', { merchantId, userId, role: 'developer' }],
    ] as const)
      expect((await perform(browser, dashboardAction, input)).status).toBe(200)
    await send()
    const by = (await mails()).map(({ subject, text }) => [
      subject,
      /By: (.*)/.exec(text ?? '')?.[1],
    ])
    expect(Object.fromEntries(by)).toEqual({
      'A recovery link was made for your account': 'the operator of the checkout',
      'Your role was changed': 'a person of the merchant',
    })
  })

  it('S-140: carry no address that a merchant chose, nor more than 60 characters of a name', async () => {
    const { merchantId } = await addTenant(
      dashboard,
      `Grátis em https://evil.example/${'x'.repeat(150)}`,
    )
    const owner = await enterWithPasskey(dashboard, { merchantId, role: 'owner' })
    const other = await enterWithPasskey(dashboard, { merchantId, role: 'owner' })
    const ownName = `Your account is closed: write to eve@evil.example ${'now '.repeat(30)}`
    expect(
      (await perform(owner.browser, 'me.rename', { merchantId: null, name: ownName })).status,
    ).toBe(200)
    await clear()
    const { userId } = other
    for (const [action, input] of [
      ['user.recover', { merchantId, userId }],
      ['user.role', { merchantId, userId, role: 'developer' }],
    ] as const)
      expect((await perform(owner.browser, action, input)).status).toBe(200)
    const admin = await enterWithPasskey(dashboard, { merchantId: null, role: 'admin' })
    expect((await perform(admin.browser, 'key.issue', { merchantId })).status).toBe(200)
    await send()
    const [theirs, ofOwner] = [await addressOf(userId), await addressOf(owner.userId)]
    const told = await mails()
    expect(told.filter(({ to }) => to.includes(theirs))).toHaveLength(3)
    for (const { subject, text = '', from } of told) {
      const written = `${from?.name}\n${subject}\n${text}`.replaceAll(ADMIN_URL, '')
      expect(written).not.toContain(ofOwner)
      expect(written).not.toMatch(/evil[^\s]|@|:\/\//)
      expect(written).not.toContain('x'.repeat(60))
      expect(written).not.toContain('now '.repeat(10))
    }
    expect(told.some(({ text }) => text?.includes('By: Your account is closed'))).toBe(true)
  })

  it('are sent again when the mail server was away, and given up after a day', async () => {
    await enterWithPasskey(dashboard)
    server.messageAnswer = 452
    await send()
    expect(server.received).toEqual([])
    expect(await waiting()).toHaveLength(1)
    server.messageAnswer = 'accept'
    await send()
    expect(server.received).toEqual([])
    dashboard.clock.advance(60_000)
    await send()
    expect(server.received).toHaveLength(1)
    expect(await waiting()).toEqual([])

    await enterWithPasskey(dashboard)
    server.messageAnswer = 452
    for (let hours = 0; hours < 30; hours++) {
      await send()
      dashboard.clock.advance(HOUR_MS)
    }
    expect(await waiting()).toEqual([])
    expect(server.received).toHaveLength(1)
  })

  it('are not about what is older than a day, when mail is configured later', async () => {
    await enterWithPasskey(dashboard)
    dashboard.clock.advance(25 * HOUR_MS)
    await enterWithPasskey(dashboard)
    await send()
    expect(server.received).toHaveLength(1)
  })

  it('do not go to who was disabled meanwhile', async () => {
    const { merchantId } = await addTenant(dashboard)
    const { userId } = await enterWithPasskey(dashboard, { merchantId, role: 'owner' })
    server.messageAnswer = 452
    await send()
    expect(await waiting()).not.toEqual([])
    server.messageAnswer = 'accept'
    expect(await disableUser(dashboard.context, userId)).toMatchObject({ outcome: 'done' })
    dashboard.clock.advance(60_000)
    await send()
    expect(server.received).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('S-132: about a merchant do not go to who lost their role there meanwhile', async () => {
    const [here, elsewhere] = [await addTenant(dashboard), await addTenant(dashboard)]
    const { merchantId } = here
    const admin = await enterWithPasskey(dashboard, { merchantId: null, role: 'admin' })
    await enterWithPasskey(dashboard, { merchantId, role: 'owner' })
    const { userId } = await enterWithPasskey(dashboard, { merchantId, role: 'owner' })
    await dashboard.sql(
      `insert into memberships (user_id, merchant_id, role, granted_at) values ($1, $2, 'owner', now())`,
      userId,
      elsewhere.merchantId,
    )
    await clear()
    server.messageAnswer = 452
    expect((await perform(admin.browser, 'key.issue', { merchantId })).status).toBe(200)
    await send()
    server.messageAnswer = 'accept'
    const removed = await perform(admin.browser, 'user.remove', { merchantId, userId })
    expect(removed.status).toBe(200)
    dashboard.clock.advance(60_000)
    await send()
    const told = (await mails()).flatMap(({ to }) => to)
    expect(told).toHaveLength(1)
    expect(told).not.toContain(await addressOf(userId))
  })

  it('are one each, with two processes at once', async () => {
    const { merchantId } = await addTenant(dashboard)
    await enterWithPasskey(dashboard, { merchantId, role: 'owner' })
    await clear()
    const { context } = dashboard
    for (let made = 0; made < 5; made++)
      await issueKey(context, keyOfMerchant(context.environment, merchantId))
    await Promise.all([send(), send(), send()])
    await send()
    expect(server.received).toHaveLength(5)
  })
})
