import { decodeQR } from 'qr/decode.js'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { brCode } from '#domain/methods/pix/br-code.ts'
import { QrCode } from './qr-code.tsx'

const PIXELS_PER_MODULE = 4

/** Rasterizes the SVG's rectangles: quiet zone white, modules black. */
function paint(svg: string) {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const path = /<path d="([^"]+)"/.exec(svg)?.[1] ?? ''
  const width = side * PIXELS_PER_MODULE
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let dy = 0; dy < PIXELS_PER_MODULE; dy++)
      for (let dx = 0; dx < Number(length) * PIXELS_PER_MODULE; dx++) {
        const row = Number(y) * PIXELS_PER_MODULE + dy
        const column = Number(x) * PIXELS_PER_MODULE + dx
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
      }
  return { width, height: width, data }
}

describe('QrCode', () => {
  it('is read back by an independent decoder', () => {
    const text = brCode({
      url: 'pix.example/qr/v2/9d36b84fc70b478fb95c12729b90ca25',
      merchantName: 'Norte Livros',
      merchantCity: 'Sao Paulo',
    })
    const svg = renderToStaticMarkup(<QrCode text={text} label="Pix QR code" />)
    expect(decodeQR(paint(svg))).toBe(text)
  })

  it.each([60, 150, 200, 300, 500])(
    'of %i characters has whole pixels for each module',
    (length) => {
      const svg = renderToStaticMarkup(<QrCode text={'0'.repeat(length)} label="" />)
      const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
      const width = Number(/ width="(\d+)"/.exec(svg)?.[1])
      expect(width % side).toBe(0)
      expect(width).toBeGreaterThan(200)
      expect(width).toBeLessThanOrEqual(300)
    },
  )
})
