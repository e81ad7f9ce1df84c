import { expect, type Page, test as base } from 'playwright/test'
import { type Colour, contrast } from '#domain/brand/colour.ts'
import { serveStates, type ServedStates } from '#proof/gallery/serve-states.ts'
import { GALLERY_STATES } from '#proof/gallery/states/states.ts'
import { PROOF } from './proof.ts'

type ServedEnvironments = Readonly<Record<'sandbox' | 'production', ServedStates>>

/** The gallery's states, served by both builds apart from the product under test. */
const test = base.extend<object, { served: ServedEnvironments }>({
  served: [
    async ({ playwright: _playwright }, use) => {
      const served = {
        sandbox: await serveStates(GALLERY_STATES),
        production: await serveStates(GALLERY_STATES, { environment: 'production' }),
      }
      await use(served)
      await Promise.all([served.sandbox.close(), served.production.close()])
    },
    { scope: 'worker' },
  ],
})

/** Opens a state of the gallery without its actions. */
async function show(page: Page, served: ServedStates, name: string, language = 'en') {
  const state = GALLERY_STATES.find((state) => state.name === name)
  if (state === undefined) throw new Error(`the gallery has no state “${name}”`)
  if (state.document === undefined) await page.goto(served.urlOf(state, language))
  else await page.setContent(await state.document(language, 'sandbox'))
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).filter({ visible: true }).boundingBox()
  if (box === null) throw new Error(`${selector} is not visible`)
  return box
}

/** The x positions, in pixels, at which the colour changes in the window's last row of pixels. */
async function splitAtFoot(page: Page): Promise<number[]> {
  const viewport = page.viewportSize()
  if (viewport === null) throw new Error('the page has no viewport')
  const { width, height } = viewport
  const clip = { x: 0, y: height - 1, width, height: 1 }
  const png = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes]))
    const { width } = picture
    const pen = new OffscreenCanvas(width, 1).getContext('2d')
    if (pen === null) throw new Error('no canvas')
    pen.drawImage(picture, 0, 0)
    const { data } = pen.getImageData(0, 0, width, 1)
    const colour = (x: number) => data.slice(x * 4, x * 4 + 3).join()
    return Array.from({ length: width - 1 }, (_, x) => x + 1).filter(
      (x) => colour(x) !== colour(x - 1),
    )
  }, png)
}

for (const environment of ['production', 'sandbox'] as const)
  for (const language of ['en', 'ar'])
    test(
      `The paper reaches the foot of the window and meets its ground (${environment}, ${language})`,
      environment === 'production' ? {} : PROOF,
      async ({ page, served }) => {
        await show(page, served[environment], 'expired', language)
        for (const width of [900, 1056, 1280, 1921]) {
          await page.setViewportSize({ width, height: 900 })
          const sheet = await boxOf(page, '.sheet')
          expect(sheet.y + sheet.height, `${width}`).toBe(900)
          const pay = await boxOf(page, '.pay')
          const edge = language === 'ar' ? pay.x + pay.width : pay.x
          // The colour changes at the hairline, and nowhere else.
          for (const x of await splitAtFoot(page))
            expect(Math.abs(x - edge), `${width}`).toBeLessThan(2)
        }
      },
    )

for (const name of ['not-found', 'unavailable'])
  test(`Heading and footer of “${name}” stand in the middle of the window`, async ({
    page,
    served,
  }) => {
    await show(page, served.production, name)
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await middleOf(page, 'h1'), `${width}`).toBeCloseTo(width / 2, 0)
      expect(await middleOf(page, '.small', '.languages summary'), `${width}`).toBeCloseTo(
        width / 2,
        0,
      )
    }
  })

/** The horizontal middle of an element's content, up to the end of another element, in CSS pixels. */
function middleOf(page: Page, selector: string, until = selector): Promise<number> {
  return page.evaluate(
    ([selector, until]) => {
      const [first, last] = [selector, until].map((name) => document.querySelector(name ?? ''))
      if (!first || !last) throw new Error(`${selector} or ${until} is missing`)
      const range = document.createRange()
      range.setStart(first, 0)
      range.setEnd(last, last.childNodes.length)
      const { left, right } = range.getBoundingClientRect()
      return (left + right) / 2
    },
    [selector, until],
  )
}

for (const [name, colorScheme] of [
  ['brand-dark', 'dark'],
  ['brand-pale', 'light'],
] as const)
  test(`The button of “${name}” stands out from ${colorScheme} paper`, async ({ page, served }) => {
    await page.emulateMedia({ colorScheme })
    await show(page, served.production, name)
    const [button, paper] = await page.evaluate(() =>
      ['.primary', '.pay'].map((selector) => {
        const element = document.querySelector(selector)
        return element === null ? '' : getComputedStyle(element).backgroundColor
      }),
    )
    expect(contrast(readRgb(button), readRgb(paper))).toBeGreaterThan(12)
  })

test('Without JavaScript, too, the open page has one heading above its methods', async ({
  browser,
  served,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await show(page, served.production, 'open')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Pay with'])
  const heading = await boxOf(page, 'h1')
  expect((await boxOf(page, '.methods')).y).toBeGreaterThan(heading.y)
  await page.close()
})

test('The logo has its size from the second view on, and stands in one line with the name', async ({
  page,
  served,
}) => {
  const logo = page.locator('.logo img')
  await show(page, served.production, 'pictures')
  const first = await boxOf(page, '.back .merchant')
  await expect(async () => {
    await page.reload()
    await expect(logo).toHaveAttribute('width', /^\d+$/, { timeout: 500 })
  }).toPass()
  const [name, picture] = [await boxOf(page, '.back .merchant'), await boxOf(page, '.logo img')]
  expect(Math.abs(name.y + name.height / 2 - picture.y - picture.height / 2)).toBeLessThan(2)
  expect(name.x).toBeGreaterThan(picture.x + picture.width)
  expect(name).toEqual(first)
})

test('On phones the line of a boleto breaks after its third group', async ({ page, served }) => {
  await show(page, served.production, 'boleto')
  for (const width of [375, 390, 430]) {
    await page.setViewportSize({ width, height: 800 })
    const [room, three, four] = await page.locator('.code.whole').evaluate((code) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(code)
      const pen = document.createElement('canvas').getContext('2d')
      if (pen === null || !(code instanceof HTMLTextAreaElement)) throw new Error('no code')
      pen.font = font
      const groups = code.value.split(' ')
      const widthOf = (count: number) => pen.measureText(groups.slice(0, count).join(' ')).width
      const room = code.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      return [room, widthOf(3), widthOf(4)]
    })
    expect(room, `${width}`).toBeGreaterThanOrEqual(three ?? 0)
    expect(room, `${width}`).toBeLessThan(four ?? 0)
  }
})

test('On phones a fact that is too long for its row stands below its label, in one line', async ({
  page,
  served,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const language of ['en', 'pt-BR', 'ar']) {
    await show(page, served.production, 'paid', language)
    for (const long of ['.copied-id code', '.facts bdi:has-text("CNPJ")']) {
      const tops = await page.locator(long).evaluate((fact) => {
        const text = document.createRange()
        text.selectNodeContents(fact)
        return Array.from(text.getClientRects(), ({ top }) => Math.round(top))
      })
      expect(new Set(tops).size, `${language} ${long}`).toBe(1)
    }
  }
})

test('Every method is seen on arrival, three in a row, and the docked button covers none', async ({
  page,
  served,
}) => {
  const sizes = [
    [360, 740],
    [390, 664],
    [768, 1024],
    [1366, 625],
    [1440, 789],
  ] as const
  for (const [width, height] of sizes)
    for (const language of ['pt-BR', 'de', 'ar']) {
      await page.setViewportSize({ width, height })
      await show(page, served.sandbox, 'open', language)
      const tops: number[] = []
      for (const method of ['card', 'pix', 'boleto']) {
        const tile = page.locator(`.method-choice:has(#method-${method})`)
        await expect(tile).toBeInViewport({ ratio: 1 })
        const box = await boxOf(page, `.method-choice:has(#method-${method})`)
        tops.push(box.y)
        const isOnTop = await tile.evaluate(
          (tile, { x, y }) => {
            const there = document.elementFromPoint(x, y)
            return there !== null && tile.contains(there)
          },
          { x: box.x + box.width / 2, y: box.y + box.height - 4 },
        )
        expect(isOnTop, `${width} ${language} ${method}`).toBe(true)
      }
      expect(new Set(tops).size, `${width} ${language}`).toBe(1)
    }
})

test('On phones the price of a method and its discount stand in its tile, in any language and font', async ({
  page,
  served,
}) => {
  for (const width of [320, 360])
    for (const language of ['en', 'pt-BR', 'fi', 'ar']) {
      await page.setViewportSize({ width, height: 740 })
      await show(page, served.production, 'method-discounts', language)
      await page.evaluate(() => {
        const wide = new CSSStyleSheet()
        wide.replaceSync('* { font-family: DejaVu Sans !important }')
        document.adoptedStyleSheets.push(wide)
      })
      for (const method of ['pix', 'boleto']) {
        const tile = await boxOf(page, `.method-choice:has(#method-${method})`)
        for (const part of ['b', 'bdi']) {
          const box = await boxOf(page, `#method-${method}-aside ${part}`)
          const where = `${width} ${language} ${method} ${part}`
          expect(box.x, where).toBeGreaterThanOrEqual(tile.x)
          expect(box.x + box.width, where).toBeLessThanOrEqual(tile.x + tile.width)
          expect(box.y + box.height, where).toBeLessThanOrEqual(tile.y + tile.height)
        }
      }
    }
})

test('A page with one method shows its mark in the heading, and cards the accepted brands', async ({
  page,
  served,
}) => {
  await show(page, served.production, 'pix-only')
  await expect(page.locator('h1 img')).toHaveAttribute('src', /#pix$/)
  await show(page, served.production, 'boleto-only')
  await expect(page.locator('h1 img')).toHaveAttribute('src', /#boleto$/)
  await show(page, served.production, 'card-only')
  await expect(page.locator('.heading .mark').first()).toHaveAttribute('src', /#visa$/)
  await expect(page.locator('h1 img')).toHaveCount(0)
})

test('The button that pays by card has a lock, and one that only gets a code has none', async ({
  page,
  served,
}) => {
  const sign = () =>
    page.locator('.primary').evaluate((button) => getComputedStyle(button, '::before').content)
  await show(page, served.production, 'card-only')
  expect(await sign()).toBe('""')
  await show(page, served.production, 'pix-only')
  expect(await sign()).toBe('none')
})

for (const [language, isMirrored] of [
  ['en', false],
  ['he', true],
] as const)
  test(`The button that copies an id ends its row (${language})`, async ({ page, served }) => {
    await show(page, served.production, 'paid-pix', language)
    for (const row of await page.locator('.copied-id').all()) {
      const [code, button] = [
        await row.locator('code').boundingBox(),
        await row.locator('button').boundingBox(),
      ]
      expect((button?.x ?? 0) < (code?.x ?? 0)).toBe(isMirrored)
    }
  })

for (const language of ['ar', 'he'])
  test(
    `Left-to-right values begin at the right edge of their fields, below the labels (${language})`,
    language === 'ar' ? {} : PROOF,
    async ({ page, served }) => {
      await show(page, served.production, 'prefilled', language)
      for (const id of ['email', 'tax-id', 'phone', 'postal-code']) {
        const input = page.locator(`#${id}`)
        await expect(input).not.toHaveValue('')
        await expect(input).toHaveCSS('direction', 'ltr')
        await expect(input).toHaveCSS('text-align', 'right')
      }
      // The placeholder of the frame stays until scripts remove it.
      await page.route('**/assets/*.js', (route) => route.abort())
      await show(page, served.production, 'open', language)
      for (const box of await page.locator('.empty .box').all()) {
        const [outer, text] = [await box.boundingBox(), await box.locator('span').boundingBox()]
        if (outer === null || text === null) throw new Error('no placeholder')
        expect(outer.x + outer.width - text.x - text.width).toBe(15)
      }
    },
  )

function readRgb(text = ''): Colour {
  const [red = 0, green = 0, blue = 0] = Array.from(text.matchAll(/\d+/g), Number)
  return [red, green, blue]
}

test.describe('A receipt of Pix on a phone', () => {
  for (const [name, ids] of [
    ['paid-pix', '.facts code'],
    ['email-pix', 'td[colspan] > bdi'],
  ] as const)
    test(`breaks no id over two lines: ${name}`, async ({ page, served }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      for (const language of ['en', 'pt-BR', 'ar', 'fi']) {
        await show(page, served.sandbox, name, language)
        await expect(page.locator(ids)).toHaveText([/^pay_/, /^E[0-9]{20}/])
        for (const id of await page.locator(ids).all())
          expect(await id.evaluate((element) => element.getClientRects().length)).toBe(1)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide).toBe(360)
      }
    })
})

test('a printed receipt says each thing once, and what it is', async ({ page, served }) => {
  await page.emulateMedia({ media: 'print' })
  await show(page, served.production, 'paid', 'pt-BR')
  await expect(page.locator('.printed .qr')).toBeVisible()
  const tops = []
  for (const part of ['.merchant', '.receipt', '.facts', '.lines', '.final', '.printed:has(.qr)'])
    tops.push((await boxOf(page, part)).y)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  const text = await page.locator('.sheet').innerText()
  expect(text.match(/R\$\s259,90/g)).toHaveLength(1)
  expect(text.match(/Recibo/g)).toHaveLength(1)
  expect(text).not.toMatch(/Pagamento recebido|já recebeu|Imprimir|Voltar/)
  expect(text).toContain('12.345.678/0001-95')
  expect(text).toContain(page.url().replace(/\?.*/, ''))
})
