import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { outputPaths } from '#page/build/paths.ts'
import type { InventoryEntry } from '#page/build/script-inventory.ts'
import { serveStates } from '../../gallery/serve-states.ts'
import { GALLERY_STATES } from '../../gallery/states/states.ts'
import { createDice } from '../shared/dice.ts'
import { ALTERATION_KINDS, type Alteration } from './alterations.ts'
import { openEvilSite } from './evil-site.ts'
import type { Visit } from './visit.ts'

const REPORTED_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 25

/** The outcome of one alteration; an empty `faults` is good. */
export interface Tried {
  seed: number
  kind: string
  what: string
  /** Violations that the operator's metric counted. */
  reports: string[]
  faults: string[]
}

export interface Build {
  entry: string
  scripts: ReadonlyMap<string, Buffer>
  /** Hashes of every script that may run. */
  hashes: ReadonlySet<string>
}

/** Reads the parts that can be altered. */
export async function readBuild(): Promise<Build> {
  const { record, inventory, client } = outputPaths('sandbox')
  const { entry } = JSON.parse(await readFile(record, 'utf8')) as { entry: string }
  const entries = JSON.parse(await readFile(inventory, 'utf8')) as InventoryEntry[]
  // Scripts of the first card page. Others load on demand, which does not happen here.
  const paths = entries
    .map(({ path }) => path)
    .filter((path) => /entry-client|start-page|later-screens/.test(path))
  const bodies = paths.map(async (path) => [path, await readFile(client + path)] as const)
  return {
    entry,
    scripts: new Map(await Promise.all(bodies)),
    hashes: new Set(entries.map(({ sha384 }) => sha384)),
  }
}

/** The alteration of a seed: kinds in turn, a random place. */
function drawAlteration(seed: number, build: Build, evil: string): Alteration {
  const [kind, make] = ALTERATION_KINDS[seed % ALTERATION_KINDS.length] ?? []
  if (kind === undefined || make === undefined) throw new RangeError(`no kind for ${seed}`)
  return { kind, ...make({ dice: createDice(seed), evil, ...build }) }
}

/** Opens an altered page, and returns what ran, what was reached, and what was reported. */
export async function tryAlteration(
  openVisit: () => Promise<Visit>,
  build: Build,
  seed: number,
): Promise<Tried> {
  const evil = await openEvilSite()
  const alteration = drawAlteration(seed, build, evil.origin)
  const reports: string[] = []
  let changes = 0
  const states = GALLERY_STATES.filter(({ name }) => name === 'open')
  const [state] = states
  if (state === undefined) throw new Error('the gallery has no state “open”')
  const served = await serveStates(states, {
    countReport: (document, kind) => void reports.push(`${document} ${kind}`),
    async through(request, answer) {
      if (!isOf(alteration, request)) return answer(request)
      changes += 1
      return alter(alteration, await answer(plainly(request)))
    },
  })
  const visit = await openVisit()
  try {
    const url = served.urlOf(state, 'en')
    await visit.open(url)
    if (alteration.submits) await visit.submit()
    const isReported = await until(() => reports.some((report) => isReportOf(alteration, report)))
    const faults = alteration.leadsAway ? [] : await faultsOf(visit, url)
    if (!alteration.asksElsewhere && !alteration.leadsAway)
      faults.push(...evil.asked.map((asked) => `the other site was asked for ${asked}`))
    if (changes === 0) faults.push('nothing was altered')
    if (!isReported) faults.push('no violation was reported')
    const { kind, what } = alteration
    return { seed, kind, what: what.replaceAll(evil.origin, 'evil:'), reports, faults }
  } finally {
    await visit.close()
    await served.close()
    await evil.close()
  }
}

/** The page itself reports what no policy refuses. */
function isReportOf({ of, leadsAway }: Alteration, report: string): boolean {
  if (leadsAway) return report === 'page leads_away'
  return of !== 'script' || report === 'page not_loaded'
}

async function faultsOf(visit: Visit, url: string): Promise<string[]> {
  const faults = await visit.findFaults()
  const at = await visit.url()
  return at === url ? faults : [...faults, `the page went to ${at}`]
}

function isOf({ of, path }: Alteration, request: Request): boolean {
  const { pathname } = new URL(request.url)
  if (of === 'script') return pathname === path
  return pathname.startsWith(of === 'page' ? '/c/' : '/card/')
}

/** Asks for an uncompressed body, as an altering proxy does. */
function plainly(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('accept-encoding')
  return new Request(request, { headers })
}

async function alter({ apply }: Alteration, answer: Response): Promise<Response> {
  const altered = apply(Buffer.from(await answer.arrayBuffer()))
  if ('redirectTo' in altered)
    return new Response(null, { status: 302, headers: { Location: altered.redirectTo } })
  return new Response(altered, { status: answer.status, headers: answer.headers })
}

async function until(isSo: () => boolean): Promise<boolean> {
  const endsMs = performance.now() + REPORTED_WITHIN_MS
  while (!isSo() && performance.now() < endsMs) await setTimeout(LOOK_EVERY_MS)
  return isSo()
}
