import type { Operation } from '#contract/operation.ts'

const JSON_RANGES: ReadonlySet<string> = new Set(['application/json', 'application/*', '*/*'])

/** The media type beside JSON that `Accept` prefers; undefined for JSON, which answers every other `Accept`. */
export function wantedType(
  { alsoTypes = [] }: Pick<Operation, 'alsoTypes'>,
  accept: string | null,
): string | undefined {
  const ranges = (accept ?? '').split(',').map(rangeOf)
  const wanted = ranges
    .filter(
      ({ type, quality }) => quality > 0 && (alsoTypes.includes(type) || JSON_RANGES.has(type)),
    )
    .toSorted((one, other) => other.quality - one.quality)[0]?.type
  return alsoTypes.find((type) => type === wanted)
}

function rangeOf(text: string): { type: string; quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
}
