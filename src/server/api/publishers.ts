/** Processes that publish what they change only after it is committed, as one that listens knows them. */
interface Publishers {
  /** A process says that it is alive. */
  heard(name: string): void
  /** A process has published everything, and stops. */
  left(name: string): void
}

/** So often does a process say that it is alive. */
export const BEAT_MS = 2000
const MISSED_MAX = 3

/**
 * Finds processes that fell silent: they may have died after a commit and before its notice. Silence is measured in beats
 * of this process's own, which come by the same channel: when this process or the database is slow, all beats are.
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
