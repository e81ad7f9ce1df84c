/** The processes that publish notices only after the commit, as far as this process has heard of them. */
interface Publishers {
  /** A process has published that it is alive. */
  heard(name: string): void
  /** A process has published that it stops; all its notices came before. */
  left(name: string): void
}

/** Interval in ms at which a process publishes that it is alive. */
export const BEAT_MS = 2000
const MISSED_MAX = 3

/**
 * Finds processes that fell silent: they may have died after a commit and before its notice. Silence is measured in this
 * process's own beats, which come by the same channel: when this process or the database is slow, its own beats are, too.
 */
export function createPublishers(own: string, onSilence: () => void): Publishers {
  const missed = new Map<string, number>()

  function count(): void {
    const silent = [...missed].filter(([, beats]) => beats === MISSED_MAX).map(([name]) => name)
    for (const [name, beats] of missed) missed.set(name, beats + 1)
    for (const name of silent) missed.delete(name)
    if (silent.length > 0) onSilence()
  }

  return {
    heard(name) {
      if (name === own) count()
      else missed.set(name, 0)
    },
    left: (name) => void missed.delete(name),
  }
}
