import { table } from '#client/tools/command-line/table.ts'
import type { PageSize } from '#page/build/page-size.ts'
import type { CaseResult } from './run-case.ts'

const HEADS = [
  'case',
  'bare/s',
  'API/s',
  'bare µs',
  'API µs',
  'ratio',
  'rounds',
  'least',
  'target',
  '',
]

export function report(cases: readonly CaseResult[], sizes: readonly PageSize[]): string {
  const rows = cases.map(({ title, bare, api, ratio, ratioOfRounds, least, target, met }) => [
    title,
    bare.requestsPerSecond.toFixed(0),
    api.requestsPerSecond.toFixed(0),
    bare.cpuMicroseconds.toFixed(0),
    api.cpuMicroseconds.toFixed(0),
    ratio.toFixed(2),
    [ratioOfRounds.min, ratioOfRounds.median, ratioOfRounds.max].map((n) => n.toFixed(2)).join(' '),
    least.toFixed(2),
    target.toFixed(2),
    verdict(met, ratio >= target),
  ])
  return [
    ...(cases.length > 0 ? [table(HEADS, rows), ''] : []),
    ...(sizes.length > 0 ? sizes.map(sizeLine) : ['no page is built: npm run build first']),
    '',
  ].join('\n')
}

function sizeLine({ environment, scriptBytes, scriptBytesMax, met }: PageSize): string {
  const measured = `${kilobytes(scriptBytes)} KB of ${kilobytes(scriptBytesMax)} KB (brotli)`
  return `script of the first card page, ${environment}: ${measured}${met ? '' : ', OVER BUDGET'}`
}

function verdict(met: boolean, isOnTarget: boolean): string {
  if (!met) return 'too slow'
  return isOnTarget ? 'on target' : 'below target'
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1)
}
