import type { Shape } from './records.ts'

const SHAPES: readonly string[] = ['with unknown fields', 'cut off', 'as the example']

export function isShape(day: string | undefined): day is Shape {
  return day !== undefined && SHAPES.includes(day)
}

/** The body of a webhook about these Pix. */
export function webhookText(pix: readonly object[], shape?: Shape): string {
  const text = JSON.stringify({ pix })
  switch (shape) {
    case undefined:
      return text
    case 'cut off':
      return text.slice(0, text.length / 2)
    case 'with unknown fields':
      return JSON.stringify({
        versao: '9',
        pix: pix.map((one) => ({ ...one, tipo: 'NOVO', novo: [{}] })),
      })
    case 'as the example':
      return JSON.stringify({ pix: pix.map(withOneDevolucao) })
  }
}

function withOneDevolucao(pix: object): object {
  const list: unknown = 'devolucoes' in pix ? pix.devolucoes : undefined
  return Array.isArray(list) ? { ...pix, devolucoes: list[0] as unknown } : pix
}
