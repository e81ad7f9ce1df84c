/** What may go wrong, by kind: a name, and what happens then. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Decides what goes wrong. */
export interface BadDaysOf<C extends Catalogue> {
  /** Decides how the next call, payment or the like goes wrong, if at all. `place` is an operation, such as `PUT /cob/:txid`. */
  draw<Kind extends keyof C & string>(kind: Kind, place?: string): DayOf<C, Kind> | undefined
  /** Makes the next ones of this kind, by default one, go wrong in this way, whatever the seed says. */
  plan<Kind extends keyof C & string>(
    kind: Kind,
    day: DayOf<C, Kind>,
    where?: { times?: number; place?: string },
  ): void
}

export type DayOf<C extends Catalogue, Kind extends keyof C> = Kind extends keyof C
  ? keyof C[Kind] & string
  : never

/** By a script, a `share` of the draws goes wrong, each in one of the `allowed` ways (`call: lost after`). */
export interface Script {
  /** From 0 to 1, exclusive. */
  random: () => number
  allowed: readonly string[]
  share: number
}

interface Plan {
  kind: string
  day: string
  place: string | undefined
  times: number
}

/** Creates bad days of a catalogue. Without a script only what was planned goes wrong. */
export function createBadDaysOf<C extends Catalogue>(catalogue: C, script?: Script): BadDaysOf<C> {
  const plans: Plan[] = []
  return {
    draw(kind, place) {
      const planned = plans.find(
        (plan) => plan.kind === kind && plan.times > 0 && (plan.place ?? place) === place,
      )
      if (planned !== undefined) {
        planned.times--
        return daysOf(catalogue, kind).find((day) => day === planned.day)
      }
      if (script === undefined || script.random() >= script.share) return undefined
      const own = daysOf(catalogue, kind).filter((day) =>
        script.allowed.includes(fullName(kind, day)),
      )
      return own[Math.floor(script.random() * own.length)]
    },
    plan(kind, day, { times = 1, place } = {}) {
      plans.push({ kind, day, place, times })
    },
  }
}

/** Every bad day of a catalogue by its full name, or those whose names contain a text. */
export function namesOfBadDays(catalogue: Catalogue, only = ''): string[] {
  return Object.keys(catalogue)
    .flatMap((kind) => daysOf(catalogue, kind).map((day) => fullName(kind, day)))
    .filter((name) => name.includes(only))
}

function fullName(kind: string, day: string): string {
  return `${kind}: ${day}`
}

function daysOf<C extends Catalogue, Kind extends keyof C>(
  catalogue: C,
  kind: Kind,
): DayOf<C, Kind>[] {
  return Object.keys(catalogue[kind] ?? {}) as DayOf<C, Kind>[]
}
