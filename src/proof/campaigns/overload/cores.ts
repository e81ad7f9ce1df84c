/** Mean share of a core: the load generator may be as busy as the process under test. */
export interface Cores {
  asking: number
  process: number
}

const CPU_SECONDS = /^process_cpu_seconds_total (\S+)/m

/** Runs `work`, and measures the cores used by this process and by the process with these metrics. */
export async function measureCores<T>(
  privateUrl: string,
  work: () => Promise<T>,
): Promise<{ result: T; cores: Cores }> {
  const before = {
    atMs: performance.now(),
    own: process.cpuUsage(),
    of: await cpuSeconds(privateUrl),
  }
  const result = await work()
  const own = process.cpuUsage(before.own)
  const seconds = (performance.now() - before.atMs) / 1000
  return {
    result,
    cores: {
      asking: (own.user + own.system) / 1e6 / seconds,
      process: ((await cpuSeconds(privateUrl)) - before.of) / seconds,
    },
  }
}

async function cpuSeconds(privateUrl: string): Promise<number> {
  const response = await fetch(`${privateUrl}/metrics`)
  return Number(CPU_SECONDS.exec(await response.text())?.[1])
}
