const HEADER_LENGTH_MAX = 512

/** The language tags of the header, best first (RFC 9110, 12.5.4). */
export function readAcceptLanguage(header: string | null): string[] {
  if (header === null) return []
  return header
    .slice(0, HEADER_LENGTH_MAX)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1'
      return { tag, weight: Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
