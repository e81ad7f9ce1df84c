import { inflateSync } from 'node:zlib'

/** The decompressed content streams of a PDF. */
export function pdfContents(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString('latin1')
  const streams = text.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n([^]*?)\r?\nendstream/g)
  return [...streams]
    .map(([, data = '']) => inflateSync(Buffer.from(data, 'latin1')).toString('latin1'))
    .join('\n')
}

/** The lines that a PDF shows in its standard fonts, without kerning. */
export function pdfLines(pdf: Uint8Array): string[] {
  return [...pdfContents(pdf).matchAll(/\[([^\]]*)\]\s*TJ/g)].map(([, shown = '']) => {
    const hex = [...shown.matchAll(/<([0-9a-f]*)>/gi)].map(([, digits = '']) => digits).join('')
    return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
  })
}
