import { style } from '#client/tools/command-line/style.ts'
import type { Watched } from './watch-site.ts'

const SHOWN_CHARACTERS = 400

/** The findings as text, grouped by URL, each with the expected and the actual value. */
export function findingsText({ findings, addresses }: Watched, at: Date): string {
  const byUrl = Map.groupBy(findings, ({ url }) => url)
  const count = findings.length === 1 ? '1 difference' : `${findings.length} differences`
  return [
    `${at.toISOString()}: ${count} at ${byUrl.size} of ${addresses.length} addresses. Nobody should pay there until you know why.`,
    ...[...byUrl].flatMap(([url, found]) => [
      '',
      style('bold', url),
      ...found.flatMap((finding) => [
        `  ${finding.what}`,
        `    should be  ${shown(finding.expected)}`,
        `    is         ${shown(finding.found)}`,
      ]),
    ]),
  ].join('\n')
}

/** One line without control characters: the text comes from a site that may be tampered with. */
function shown(text: string | null): string {
  if (text === null) return 'nothing'
  const line = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line
}
