import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright'
import { findFaults } from './find-faults.ts'
import type { GalleryOptions } from './options.ts'
import type { GalleryState } from './states/state.ts'

const HEIGHTS = { narrow: 740, wide: 900 }
const NARROW_MAX = 480
/** Content width of A4 in CSS pixels: print layout does not depend on the device. */
const PAPER_WIDTH = 680
/** Quality of the JPEG files. WebP would halve their size, but take twice as long. */
const QUALITY = 82

/** A fault in one picture. */
export interface Fault {
  state: string
  language: string
  width: number
  text: string
}

function pictureName(state: string, language: string, width: number, theme: string): string {
  return `${language}/${state}-${width}-${theme}.jpg`
}

/** Takes a picture of the page at each width in each theme. The theme does not change the layout, so faults are per width. */
export async function takePictures(
  page: Page,
  { name, printed }: GalleryState,
  language: string,
  { widths, themes, out }: Pick<GalleryOptions, 'widths' | 'themes' | 'out'>,
): Promise<Fault[]> {
  const devtools = await page.context().newCDPSession(page)
  await hideCaret(page)
  if (printed) await page.emulateMedia({ media: 'print' })
  const faults: Fault[] = []
  for (const width of widths) {
    const pageWidth = printed ? PAPER_WIDTH : width
    await page.setViewportSize({
      width: pageWidth,
      height: width <= NARROW_MAX ? HEIGHTS.narrow : HEIGHTS.wide,
    })
    const found = await Promise.all(page.frames().map((frame) => frame.evaluate(findFaults)))
    faults.push(...found.flat().map((text) => ({ state: name, language, width, text })))
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const picture = await capture(page, devtools, pageWidth)
      await writeFile(join(out, pictureName(name, language, width, theme)), picture)
    }
  }
  return faults
}

/** A blinking caret would make pictures differ. */
async function hideCaret(page: Page): Promise<void> {
  const hide = () => {
    const sheet = new CSSStyleSheet()
    sheet.insertRule('* { caret-color: transparent !important }')
    document.adoptedStyleSheets.push(sheet)
  }
  await Promise.all(page.frames().map((frame) => frame.evaluate(hide)))
}

/** Runs in the page: lazy images load only when visible. */
async function seeImages(): Promise<void> {
  const images = [...document.images].filter((image) => image.checkVisibility())
  await Promise.all(images.map((image) => image.decode().catch(() => undefined)))
}

/** Takes a picture in a window as high as the page, since cross-origin frames do not draw beyond the window. */
async function capture(page: Page, devtools: CDPSession, width: number): Promise<Buffer> {
  const { cssContentSize } = await devtools.send('Page.getLayoutMetrics')
  await page.setViewportSize({ width, height: cssContentSize.height })
  await page.evaluate(seeImages)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'jpeg',
    quality: QUALITY,
  })
  return Buffer.from(data, 'base64')
}
