export type Encoding = 'br' | 'gzip' | 'identity'

/** The densest content encoding that a client accepts (RFC 9110, 12.5.3). */
export function acceptedEncoding(acceptEncoding: string | null): Encoding {
  if (accepts(acceptEncoding, 'br')) return 'br'
  return accepts(acceptEncoding, 'gzip') ? 'gzip' : 'identity'
}

function accepts(header: string | null, encoding: string): boolean {
  if (header === null) return false
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((text) => /^q=0(\.0*)?$/.test(text))
  })
}
